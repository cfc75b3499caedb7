/** The last few of what was made, by what it was made from. */
export class LruCache<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  take(key: string, make: () => T): T {
    const value = this.#kept.get(key) ?? make();
    this.put(key, value);
    return value;
  }

  put(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }

  all(): readonly T[] {
    return [...this.#kept.values()];
  }
}
