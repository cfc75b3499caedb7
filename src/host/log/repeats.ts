/** Counts repeated events. Each kind is reported at its first event, then once a minute with its count. */

interface Counted<T> {
  readonly event: T;
  readonly since: number;
  times: number;
}

export interface Repeated<T> {
  readonly event: T;
  readonly times: number;
}

/** Maximum number of kinds counted separately. All others are one kind. */
const mostKinds = 500;

const others = 'others';

export class Repeats<T> {
  readonly #kinds = new Map<string, Counted<T>>();
  readonly #window: number;

  /** @param window - minimum milliseconds between two reports of a kind. */
  constructor(window = 60_000) {
    this.#window = window;
  }

  /**
   * Counts an event.
   * @param now - monotonic milliseconds.
   * @returns whether to report it now.
   */
  take(kind: string, event: T, now: number): boolean {
    const key = this.#kinds.has(kind) || this.#kinds.size < mostKinds ? kind : others;
    const counted = this.#kinds.get(key);
    this.#kinds.set(key, { event, since: counted?.since ?? now, times: counted ? counted.times + 1 : 0 });
    return counted === undefined;
  }

  /**
   * Returns the unreported repeats of all kinds whose window is over. Their windows restart; kinds without
   * repeats are dropped.
   * @param now - monotonic milliseconds.
   */
  over(now: number): readonly Repeated<T>[] {
    return [...this.#kinds].flatMap(([kind, { event, since, times }]) => {
      if (now - since < this.#window) return [];
      if (times === 0) this.#kinds.delete(kind);
      else this.#kinds.set(kind, { event, since: now, times: 0 });
      return times === 0 ? [] : [{ event, times }];
    });
  }
}
