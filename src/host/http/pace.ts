/** How fast a client takes its answer. Pure: clocks and counts are handed in. */

export interface PaceLimits {
  /** Milliseconds for the making of an answer: what the slowest upstream is given, and a little. */
  readonly waitMilliseconds: number;
  /** Milliseconds from its first byte to its last. */
  readonly answerMilliseconds: number;
  /** Bytes a second, at least, over any {@link paceSeconds}. */
  readonly bytesPerSecond: number;
}

export const paceSeconds = 10;

/** Networks deliver up to 64 KB at once, and are asked for more when that was read: so long may the next be away. */
const lumpSeconds = 5;

/** Notes that are kept, one for each second. */
const mostNotes = paceSeconds + lumpSeconds + 1;

const none: readonly number[] = [];

export class Pace {
  /** Monotonic milliseconds. */
  readonly askedAt: number;
  /** Seen to have begun; `null` while the answer is in the making. */
  begunAt: number | null = null;
  /** Bytes sent so far, second by second; most answers are over before the first. */
  notes: readonly number[] = none;

  constructor(askedAt: number) {
    this.askedAt = askedAt;
  }

  note(now: number, hasBegun: boolean, sent: number): void {
    if (!hasBegun) return;
    this.begunAt ??= now;
    this.notes = [...this.notes, sent].slice(-mostNotes);
  }
}

/** Whether an answer takes longer than any may. */
export function isTooLong({ askedAt, begunAt }: Pace, now: number, limits: PaceLimits): boolean {
  return begunAt === null ? now - askedAt > limits.waitMilliseconds : now - begunAt > limits.answerMilliseconds;
}

/** @param waiting - bytes that could be sent and are not. */
export function isTooSlow({ notes }: Pace, waiting: number, { bytesPerSecond }: PaceLimits): boolean {
  const [first = 0] = notes;
  const last = notes.at(-1) ?? 0;
  return waiting > 0 && notes.length === mostNotes && last - first < bytesPerSecond * paceSeconds;
}
