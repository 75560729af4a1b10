/** Where a progress bar is drawn: standard error of a terminal. */
export interface ProgressTarget {
  readonly isTerminal: boolean;
  /** Asked anew each time, as windows change their size. */
  columns(): number;
  write(text: string): void;
}

/** A bar that follows one transfer. */
export interface Progress {
  /** Takes the bytes so far and, where it is known, how many there will be. */
  update(bytes: number, total: number | undefined): void;
  /** Removes the bar. */
  done(): void;
}

/** How often a bar is drawn at most, in milliseconds. */
const REDRAW_MS = 100;

/** Back to the start of the line, and clear it. */
const CLEAR = "\r\x1b[K";

/** The widest bar, in characters. */
const WIDEST = 40;

/**
 * Makes a progress bar; one that draws nothing where the target is no terminal. Takes the target
 * and a clock in milliseconds.
 */
export function createProgress(
  target: ProgressTarget,
  now: () => number = () => performance.now(),
): Progress {
  let drawnAt: number | undefined;
  return {
    update(bytes, total) {
      if (!target.isTerminal) return;
      const time = now();
      // The last piece is always drawn, or a bar would stop short of its end.
      if (drawnAt !== undefined && time - drawnAt < REDRAW_MS && bytes !== total) return;
      drawnAt = time;
      target.write(CLEAR + renderProgress(bytes, total, target.columns()));
    },
    done() {
      if (drawnAt !== undefined) target.write(CLEAR);
      drawnAt = undefined;
    },
  };
}

/**
 * Draws the bar: `[######----]  62 %  39.7 of 64.0 MiB`, or the bytes alone where the end is not
 * known. Takes bytes and the terminal's columns; gives one line that is narrower than that, so that
 * it never wraps.
 */
export function renderProgress(bytes: number, total: number | undefined, columns: number): string {
  if (total === undefined) return `${formatMiB(bytes)} MiB`.slice(0, Math.max(0, columns - 1));
  const share = total === 0 ? 1 : Math.min(1, bytes / total);
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const amount = `  ${formatMiB(bytes)} of ${formatMiB(total)} MiB`;
  const width = Math.min(WIDEST, columns - percent.length - amount.length - 4);
  if (width < 4) return percent.slice(0, Math.max(0, columns - 1));
  const full = Math.floor(share * width);
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${percent}${amount}`;
}

function formatMiB(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
