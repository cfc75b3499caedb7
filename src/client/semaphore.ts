export class Semaphore {
  readonly #limit: number;
  #open = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Waits for a free slot.
   *
   * @returns a function that frees the slot.
   * @throws the reason of `signal` if it aborts first.
   */
  take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', cancel);
        this.#open += 1;
        resolve(() => this.#end());
      };
      const cancel = () => {
        this.#waiting.delete(begin);
        reject(signal.reason);
      };
      if (signal.aborted) cancel();
      else if (this.#open < this.#limit) begin();
      else {
        this.#waiting.add(begin);
        signal.addEventListener('abort', cancel, { once: true });
      }
    });
  }

  #end(): void {
    this.#open -= 1;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    next();
  }
}
