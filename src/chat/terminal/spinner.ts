/** ASCII, so that it looks the same on every terminal and in every locale. */
const FRAMES = ["-", "\\", "|", "/"];

const FRAME_MS = 120;

/** A sign of life on the current line until the first word is there. */
export interface Spinner {
  /** Names what is waited for; it is clean text. */
  label(text: string): void;
  /** Removes it and leaves the line empty; a second time does nothing. */
  stop(): void;
}

/** A spinner that shows nothing, for terminals that cannot overwrite a line. */
export const NO_SPINNER: Spinner = { label: () => {}, stop: () => {} };

/**
 * Starts a spinner. Takes how to write to the terminal and how wide that is, in columns; a label
 * that does not fit is cut, so that the spinner never takes a second line.
 */
export function startSpinner(write: (text: string) => void, columns: () => number): Spinner {
  let frame = 0;
  let label = "";
  const draw = () => {
    const text = `${FRAMES[frame++ % FRAMES.length]} ${label}`.slice(0, Math.max(1, columns() - 1));
    try {
      write(`\r\x1b[K${text}`);
    } catch {
      // The terminal is gone: the reply itself will notice, here nobody would catch it.
      clearInterval(timer);
    }
  };
  // Not drawn at once: most replies of the local brain are there before a first frame would be.
  let timer: ReturnType<typeof setInterval> | undefined = setInterval(draw, FRAME_MS);
  return {
    label: (text) => void (label = text),
    stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      if (frame > 0) write("\r\x1b[K");
    },
  };
}
