/** What the desktop pet understands (SPEC sections 4 and 7). */

/** Moods: shown by the say pipe as `[mood]`. */
export const MOODS = [
  "neutral",
  "happy",
  "wink",
  "sad",
  "thinking",
  "anxious",
  "angry",
  "surprised",
  "sleepy",
  "fear",
  "disgust",
  "contempt",
  "confused",
  "skeptical",
  "embarrassed",
  "adore",
] as const;

/** Named animations. */
export const ACTIONS = [
  "skip",
  "juggle",
  "dance",
  "eat",
  "work",
  "guitar",
  "sneeze",
  "sixseven",
  "basketball",
  "drive",
  "ride",
  "kitten",
  "wave",
] as const;

/** Overlay effects; `disappear` and `appear` only when the user asks for them. */
export const EVENTS = [
  "love",
  "idea",
  "celebration",
  "sleep",
  "peace",
  "disappear",
  "appear",
  "halloween",
  "matrix",
  "magic",
  "robot",
] as const;

/** Movements that stand alone. */
export const MOVES = [
  "stand",
  "stop",
  "freeze",
  "hold",
  "stay",
  "idle",
  "auto",
  "wander",
  "left",
  "l",
  "right",
  "r",
  "jump",
  "hop",
  "bounce",
  "parachute",
  "chute",
  "drop",
  "fall",
  "skateboard",
  "skate",
  "ride",
  "board",
] as const;

/** Movements that take an optional direction. */
export const WALKS = ["walk", "go", "move"] as const;

/** Directions behind a walk. */
export const DIRECTIONS = ["left", "right"] as const;

/** One pet command that has passed the grammar. The name may still be one the pet does not know. */
export type PetCommand =
  | { readonly kind: "action" | "event" | "expr"; readonly name: string }
  | { readonly kind: "move"; readonly name: string };
