/** Judges whether a client reads a response too slowly. Pure: the caller passes clocks and counts. */

export interface PaceLimits {
  /** Maximum milliseconds to the first byte: the longest upstream request, and some more. */
  readonly waitMilliseconds: number;
  /** Maximum milliseconds from the first byte to the last. */
  readonly answerMilliseconds: number;
  /** Minimum bytes per second that a client reads, over any {@link paceSeconds}. */
  readonly bytesPerSecond: number;
}

export const paceSeconds = 10;

/** Maximum seconds between two reads of an honest slow client: networks deliver up to 64 KB at once. */
const readSeconds = 5;

const mostNotes = paceSeconds + readSeconds + 1;

const none: readonly number[] = [];

export class Pace {
  /** Monotonic milliseconds of the request. */
  readonly askedAt: number;
  /** Monotonic milliseconds of the response's first byte; `null` before it. */
  begunAt: number | null = null;
  /** Total bytes sent on the connection, one entry per second since the first byte. */
  notes: readonly number[] = none;

  constructor(requestedAt: number) {
    this.askedAt = requestedAt;
  }

  note(now: number, hasStarted: boolean, sent: number): void {
    if (!hasStarted) return;
    this.begunAt ??= now;
    this.notes = [...this.notes, sent].slice(-mostNotes);
  }
}

export function isTooLong({ askedAt: requestedAt, begunAt }: Pace, now: number, limits: PaceLimits): boolean {
  return begunAt === null
    ? now - requestedAt > limits.waitMilliseconds
    : now - begunAt > limits.answerMilliseconds;
}

/**
 * Returns whether the client reads too slowly.
 * @param waiting - bytes that the client has not read yet.
 */
export function isTooSlow({ notes }: Pace, waiting: number, { bytesPerSecond }: PaceLimits): boolean {
  const [first = 0] = notes;
  const last = notes.at(-1) ?? 0;
  return waiting > 0 && notes.length === mostNotes && last - first < bytesPerSecond * paceSeconds;
}
