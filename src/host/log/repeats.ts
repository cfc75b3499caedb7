/** Events that come again and again: each kind is told when it first comes, then once a minute with how often it came. */

interface Counted<T> {
  readonly event: T;
  readonly since: number;
  times: number;
}

export interface Repeated<T> {
  /** The latest of them. */
  readonly event: T;
  readonly times: number;
}

/** Kinds at a time; whatever is beyond them is one more kind. */
const mostKinds = 500;

const others = 'others';

export class Repeats<T> {
  readonly #kinds = new Map<string, Counted<T>>();
  readonly #window: number;

  /** @param window - milliseconds in which a kind is told once. */
  constructor(window = 60_000) {
    this.#window = window;
  }

  /**
   * Counts an event of a kind.
   *
   * @param now - milliseconds of a monotonic clock.
   * @returns whether it is to be told now.
   */
  take(kind: string, event: T, now: number): boolean {
    const key = this.#kinds.has(kind) || this.#kinds.size < mostKinds ? kind : others;
    const counted = this.#kinds.get(key);
    this.#kinds.set(key, { event, since: counted?.since ?? now, times: counted ? counted.times + 1 : 0 });
    return counted === undefined;
  }

  /** What came again and was not told, of every kind whose time is over; that begins anew, or is forgotten. */
  over(now: number): readonly Repeated<T>[] {
    return [...this.#kinds].flatMap(([kind, { event, since, times }]) => {
      if (now - since < this.#window) return [];
      if (times === 0) this.#kinds.delete(kind);
      else this.#kinds.set(kind, { event, since: now, times: 0 });
      return times === 0 ? [] : [{ event, times }];
    });
  }
}
