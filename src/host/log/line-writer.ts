/** Writes lines to a file descriptor without waiting for its reader, who may stand still or be gone. */

import { write, writeSync } from 'node:fs';

/** Milliseconds for which lines wait, so that one write takes many of them: a write takes longer than a response. */
const batchPause = 50;

/** Maximum characters that wait for the reader. Further lines are lost, to bound memory. */
const mostWaiting = 4 * 1024 ** 2;

/** Milliseconds between two attempts if the reader takes nothing, and at most in a flush. */
const [retryPause, longestFlush] = [100, 1_000];

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EAGAIN' || cause.code === 'EBUSY');
}

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export class LineWriter {
  readonly #descriptor: number;
  #lines = '';
  /** Bytes of earlier lines that the reader did not take yet. */
  #rest: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #timer: NodeJS.Timeout | null = null;
  /** Nobody reads the output any more. */
  #isGone = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Writes a line within a moment. It is lost if too many lines wait, or nobody reads them. */
  write(line: string): void {
    if (this.#isGone || this.#lines.length + this.#rest.length + line.length > mostWaiting) return;
    this.#lines += line;
    this.#writeAfter(batchPause);
  }

  /** Writes what waits, for a process that ends. Gives up after a second if the reader takes nothing. */
  flushSync(): void {
    const until = performance.now() + longestFlush;
    this.#takeLines();
    while (this.#rest.length > 0 && !this.#isGone)
      try {
        this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest));
      } catch (cause) {
        if (!isBusy(cause) || performance.now() >= until) return;
        standStill(retryPause);
      }
  }

  #takeLines(): void {
    if (this.#lines === '') return;
    this.#rest = Buffer.concat([this.#rest, Buffer.from(this.#lines)]);
    this.#lines = '';
  }

  #writeAfter(pause: number): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writeNext();
    }, pause).unref();
  }

  #writeNext(): void {
    if (this.#isWriting) return;
    this.#takeLines();
    if (this.#rest.length === 0) return;
    const sent = this.#rest;
    this.#rest = Buffer.alloc(0);
    this.#isWriting = true;
    write(this.#descriptor, sent, (cause, written) => {
      this.#isWriting = false;
      if (cause && !isBusy(cause)) {
        this.#isGone = true;
        return;
      }
      const left = cause ? sent : sent.subarray(written);
      this.#rest = Buffer.concat([left, this.#rest]);
      if (this.#rest.length > 0 || this.#lines !== '') this.#writeAfter(cause ? retryPause : 0);
    });
  }
}
