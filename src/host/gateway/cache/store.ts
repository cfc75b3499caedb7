/**
 * Stores values in bounded memory, with expiry. If it is full, the owner with most bytes loses entries first.
 */

/**
 * A moment in milliseconds on both clocks. The monotonic clock may stop during sleep; the wall clock may be
 * set back.
 */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export function thisMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** Returns the milliseconds since `moment`: the larger result of both clocks. */
export function since(moment: Moment): number {
  const now = thisMoment();
  return Math.max(now.steady - moment.steady, now.wall - moment.wall);
}

interface Entry<T> {
  readonly value: T;
  readonly owner: string;
  bytes: number;
  readonly expiry: NodeJS.Timeout;
}

export class Store<T> {
  readonly #room: number;
  /** Entries by key, least recently used first. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #ofOwners = new Map<string, number>();
  #bytes = 0;

  /** @param room - maximum bytes. One value takes at most half of them. */
  constructor(room: number) {
    this.#room = room;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  use(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Replaces the value of `key`. A value that is too large is not stored. */
  put(key: string, value: T, { owner, bytes, milliseconds }: EntryTerms): void {
    this.drop(key);
    if (milliseconds <= 0 || bytes > this.#room / 2) return;
    const expiry = setTimeout(() => this.drop(key), milliseconds);
    expiry.unref();
    this.#entries.set(key, { value, owner, bytes, expiry });
    this.#count(owner, bytes);
    this.#makeRoom();
  }

  /** Adds `bytes` to the counted size of an entry, unless its value was replaced. */
  addBytes(key: string, value: T, bytes: number): void {
    const entry = this.#entries.get(key);
    if (entry?.value !== value) return;
    entry.bytes += bytes;
    this.#count(entry.owner, bytes);
    this.#makeRoom();
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    clearTimeout(entry.expiry);
    this.#entries.delete(key);
    this.#count(entry.owner, -entry.bytes);
  }

  dropAll(owner: string): void {
    for (const [key, entry] of this.#entries) if (entry.owner === owner) this.drop(key);
  }

  #count(owner: string, bytes: number): void {
    this.#bytes += bytes;
    const all = (this.#ofOwners.get(owner) ?? 0) + bytes;
    if (all > 0) this.#ofOwners.set(owner, all);
    else this.#ofOwners.delete(owner);
  }

  /** Drops entries until the rest fits. An owner with no more than an equal share loses nothing to others. */
  #makeRoom(): void {
    while (this.#bytes > this.#room) {
      const [most] = [...this.#ofOwners].toSorted(([, one], [, other]) => other - one);
      const longestUnused = [...this.#entries].find(([, { owner }]) => owner === most?.[0]);
      if (!longestUnused) return;
      this.drop(longestUnused[0]);
    }
  }
}

interface EntryTerms {
  readonly owner: string;
  readonly bytes: number;
  readonly milliseconds: number;
}
