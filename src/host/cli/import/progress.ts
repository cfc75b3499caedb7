/** The output of `edgewatch import`. A line that changes is shown on a terminal only: it would fill a log. */

export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ImportOutput {
  readonly print: (line: string) => void;
  readonly report: (line: string) => void;
  /** Shows the progress. */
  readonly terminal: Terminal;
}

/** Minimum milliseconds between two changes of the line. */
const pause = 200;

/** Moves to the start of the line, and clears it (ECMA-48). */
const clearLine = '\r\u001b[K';

export class Progress {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #shownAt: number | null = null;

  /** @param now - monotonic milliseconds. */
  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /** @param text - called only if the line is due to change. */
  show(text: () => string): void {
    if (this.#terminal.isTTY !== true) return;
    const now = this.#now();
    if (this.#shownAt !== null && now - this.#shownAt < pause) return;
    this.#shownAt = now;
    this.#terminal.write(clearLine + text());
  }

  clear(): void {
    if (this.#shownAt === null) return;
    this.#shownAt = null;
    this.#terminal.write(clearLine);
  }
}
