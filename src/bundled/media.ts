/** The two agents that play files, and the words in which they differ. */
export interface Media {
  readonly id: "play_song" | "play_movie";
  /** Lower case, without dots. */
  readonly extensions: ReadonlySet<string>;
  /** The environment variable that names the folder. */
  readonly variable: string;
  readonly defaultFolder: string;
  /** The setting a user would change. */
  readonly setting: string;
  /** As in `music folder ~/Music not found`. */
  readonly folder: string;
  /** As in `no audio files under ~/Music`. */
  readonly files: string;
  /** As in `812 tracks`, one and many. */
  readonly units: readonly [string, string];
}

/** SPEC section 6, play_song. */
export const SONG: Media = {
  id: "play_song",
  extensions: new Set(["mp3", "flac", "ogg", "opus", "m4a", "aac", "wav", "wma"]),
  variable: "CHAT_APP_MUSIC_DIR",
  defaultFolder: "~/Music",
  setting: "music-dir",
  folder: "music folder",
  files: "audio files",
  units: ["track", "tracks"],
};

/** SPEC section 6, play_movie. */
export const MOVIE: Media = {
  id: "play_movie",
  extensions: new Set([
    "mp4",
    "mkv",
    "webm",
    "avi",
    "mov",
    "m4v",
    "wmv",
    "flv",
    "mpg",
    "mpeg",
  ]),
  variable: "CHAT_APP_VIDEO_DIR",
  defaultFolder: "~/Videos",
  setting: "video-dir",
  folder: "video folder",
  files: "video files",
  units: ["video", "videos"],
};
