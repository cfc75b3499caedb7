/** Lets only so many requests be open at once; the others wait in their order. */
export class Semaphore {
  readonly #most: number;
  #open = 0;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Resolves once it is somebody's turn, with what ends it.
   *
   * @throws the reason of `signal` where that aborts first.
   */
  take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        this.#open += 1;
        resolve(() => this.#end());
      };
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason);
      };
      if (signal.aborted) leave();
      else if (this.#open < this.#most) begin();
      else {
        this.#waiting.add(begin);
        signal.addEventListener('abort', leave, { once: true });
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
