export class LruCache<T> {
  readonly #limit: number;
  readonly #entries = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(key: string, make: () => T): T {
    const value = this.#entries.get(key) ?? make();
    this.put(key, value);
    return value;
  }

  put(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest);
  }

  all(): readonly T[] {
    return [...this.#entries.values()];
  }
}
