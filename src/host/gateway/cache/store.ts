/** What is held in memory for a while, within bounds: who holds the most gives first. */

/** By both clocks, milliseconds: the steady one may stand still while the machine sleeps, the other be set back. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export function thisMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** Elapsed milliseconds: the larger of both clocks. */
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
  /** Those of each owner, the longest unused first. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #ofOwners = new Map<string, number>();
  #bytes = 0;

  /** @param room - bytes; one value takes half of it at most. */
  constructor(room: number) {
    this.#room = room;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The value, which counts as used. */
  use(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Takes the place of what was there; not held at all where it is too large. */
  put(key: string, value: T, { owner, bytes, milliseconds }: Held): void {
    this.drop(key);
    if (milliseconds <= 0 || bytes > this.#room / 2) return;
    const expiry = setTimeout(() => this.drop(key), milliseconds);
    expiry.unref();
    this.#entries.set(key, { value, owner, bytes, expiry });
    this.#count(owner, bytes);
    this.#makeRoom();
  }

  /** Counts what is kept beside a value for as long as that is held. */
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

  /** Lets go of all that somebody holds. */
  dropAll(owner: string): void {
    for (const [key, entry] of this.#entries) if (entry.owner === owner) this.drop(key);
  }

  #count(owner: string, bytes: number): void {
    this.#bytes += bytes;
    const all = (this.#ofOwners.get(owner) ?? 0) + bytes;
    if (all > 0) this.#ofOwners.set(owner, all);
    else this.#ofOwners.delete(owner);
  }

  /** Who holds no more than an equal share loses nothing to others. */
  #makeRoom(): void {
    while (this.#bytes > this.#room) {
      const [most] = [...this.#ofOwners].toSorted(([, one], [, other]) => other - one);
      const longestUnused = [...this.#entries].find(([, { owner }]) => owner === most?.[0]);
      if (!longestUnused) return;
      this.drop(longestUnused[0]);
    }
  }
}

interface Held {
  readonly owner: string;
  readonly bytes: number;
  readonly milliseconds: number;
}
