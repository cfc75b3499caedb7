/**
 * A map of rows by key and occurrence (number among equal keys). Nearly all keys occur once, so these need no
 * combined key.
 */

import { keyOf } from './key-of.ts';

interface Keyed {
  readonly key: string;
  readonly occurrence: number;
}

export class ByKey<T extends Keyed> {
  readonly #first = new Map<string, T>();
  readonly #others = new Map<string, T>();

  get size(): number {
    return this.#first.size + this.#others.size;
  }

  get(key: string, occurrence: number): T | null {
    return (occurrence === 1 ? this.#first.get(key) : this.#others.get(keyOf(key, occurrence))) ?? null;
  }

  set(row: T): void {
    const { key, occurrence } = row;
    if (occurrence === 1) this.#first.set(key, row);
    else this.#others.set(keyOf(key, occurrence), row);
  }

  delete({ key, occurrence }: Keyed): void {
    if (occurrence === 1) this.#first.delete(key);
    else this.#others.delete(keyOf(key, occurrence));
  }

  all(): readonly T[] {
    return [...this.#first.values(), ...this.#others.values()];
  }
}
