/** Repeatable random numbers: equal seeds give equal sequences on every machine. */

export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded), with 32 bits of resolution. */
  next(): number;
  /** Returns an integer from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /**
   * Returns a log-normal number: many small values, few huge ones. `spread` is the standard deviation of the
   * logarithm.
   */
  logNormal(median: number, spread: number): number;
  /** Returns a random id in the form of the API document (part 2): `<prefix>_` and 14 lowercase letters or digits. */
  id(prefix: string): string;
}

const idLength = 14;

/** Returns a 32-bit hash of a text: FNV-1a with a final mix, so similar texts give distant seeds. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Creates an sfc32 generator (Chris Doty-Humphrey): small, fast. Its 128 bits of state keep sequences apart.
 */
function sfc32(seed: string): () => number {
  let a = hash(`${seed}/a`);
  let b = hash(`${seed}/b`);
  let c = hash(`${seed}/c`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/**
 * Creates a sequence of random numbers.
 * @param stream - purpose of the sequence. Sequences of one seed are independent of each other.
 */
export function createRandom(seed: number, stream: string): Random {
  const next = sfc32(`${seed}/${stream}`);
  const fiveCharacters = (): string =>
    Math.floor(next() * 36 ** 5)
      .toString(36)
      .padStart(5, '0');
  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    logNormal: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    id: (prefix) => `${prefix}_${(fiveCharacters() + fiveCharacters() + fiveCharacters()).slice(0, idLength)}`,
  };
}
