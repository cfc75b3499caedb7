/**
 * Queues the work for a thread. Work is admitted by its estimated cost, not by its count. It is
 * dropped before it runs if its viewers have left or its time is over.
 */

import { LruCache } from '#domain/lists/lru-cache.ts';

/**
 * Maximum number of jobs that run at once. The thread works on one while the response of the other is
 * compressed.
 */
const mostRunning = 2;

export class WorkQueue {
  readonly #most: number;
  readonly #always: number;
  /** Functions that start the waiting jobs, in order of arrival. */
  readonly #waiting = new Set<() => void>();
  #running = 0;
  /** Estimated milliseconds of all jobs that wait or run. */
  #work = 0;

  /**
   * Creates an empty queue.
   * @param most - maximum estimated milliseconds of all jobs that wait or run.
   * @param always - number of jobs that are admitted whatever they cost.
   */
  constructor(most: number, always: number) {
    this.#most = most;
    this.#always = always;
  }

  /** Estimated milliseconds of all jobs that wait or run. */
  get work(): number {
    return this.#work;
  }

  /**
   * Runs a job when its turn comes.
   * @param cost - estimated milliseconds.
   * @param signal - drops the job if it still waits. A running job continues, but its result is not used.
   * @returns `null` if the job was refused or dropped.
   */
  run<T>(cost: number, job: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    const isOneOfFew = this.#running + this.#waiting.size < this.#always;
    if (signal.aborted || (!isOneOfFew && this.#work + cost > this.#most)) return Promise.resolve(null);
    this.#work += cost;
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener('abort', leave);
        this.#work -= cost;
      };
      const leave = () => {
        if (this.#waiting.delete(start)) end();
        resolve(null);
      };
      const start = () => {
        this.#waiting.delete(start);
        this.#running += 1;
        job()
          .finally(() => {
            end();
            this.#running -= 1;
            this.#startNext();
          })
          .then(resolve, reject);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(start);
      this.#startNext();
    });
  }

  #startNext(): void {
    const [start] = this.#waiting;
    if (this.#running < mostRunning) start?.();
  }
}

/** Estimated milliseconds for a kind of request that has not run yet. */
const firstEstimate = 50;

/** Maximum number of kinds of requests whose cost is remembered. */
const mostKinds = 1_000;

export class CostEstimates {
  readonly #known = new LruCache<number>(mostKinds);

  of(kind: string): number {
    return this.#known.take(kind, () => firstEstimate);
  }

  /**
   * Updates the estimate for a kind of request. A higher cost counts at once, a lower one gradually: windows
   * of one kind differ in length.
   */
  learn(kind: string, milliseconds: number): void {
    const known = this.of(kind);
    this.#known.put(kind, milliseconds > known ? milliseconds : (3 * known + milliseconds) / 4);
  }
}
