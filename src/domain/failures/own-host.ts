/**
 * Tracks whether the page's own host responds, as opposed to a deployment. Everything that the host reports, also an error
 * of its own, counts as a response. Without any response, the host itself is requested.
 */

import type { Feed } from '../answer/answer.ts';
import { grace } from '../answer/poll.ts';

export interface HostSight {
  /** Epoch milliseconds of its last response; `null` without one. */
  readonly answeredAt: number | null;
  /** Number of failed requests to the host in a row. */
  readonly run: number;
  /** Time of the last request to the host, epoch milliseconds. */
  readonly askedAt: number;
  readonly summary: string;
  readonly isLost: boolean;
}

export const unaskedHost: HostSight = {
  answeredAt: null,
  run: 0,
  askedAt: Number.NEGATIVE_INFINITY,
  summary: '',
  isLost: false,
};

/** Last contact of feeds, epoch milliseconds; `-Infinity` for never. */
export interface Word {
  /** Time of the last HTTP response with any status. */
  readonly heardAt: number;
  /** Time of the last request without a response. */
  readonly silentAt: number;
}

export function lastWordOf(feeds: readonly Feed<unknown>[]): Word {
  let [heardAt, silentAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { answer, failure } of feeds) {
    heardAt = Math.max(heardAt, answer?.receivedAt ?? heardAt);
    if (!failure) continue;
    if (failure.status !== null) heardAt = Math.max(heardAt, failure.at);
    else if (failure.kind === 'unreachable' || failure.kind === 'timeout')
      silentAt = Math.max(silentAt, failure.at);
  }
  return { heardAt, silentAt };
}

/**
 * The state after the feeds changed.
 *
 * @param all - last contact of all feeds of a screen: any response proves that the network works.
 * @param passedOn - last contact of the feeds that go through the host.
 */
export function afterWord(sight: HostSight, all: Word, passedOn: Word): HostSight {
  const answeredAt =
    passedOn.heardAt > (sight.answeredAt ?? Number.NEGATIVE_INFINITY) ? passedOn.heardAt : sight.answeredAt;
  const run = all.heardAt > sight.askedAt ? 0 : sight.run;
  if (answeredAt === sight.answeredAt && run === sight.run) return sight;
  return { ...sight, answeredAt, run, isLost: run > 0 && sight.isLost };
}

/**
 * The state after a request to the host. A single failure is not a loss, unless everything is out of date, as after sleep.
 *
 * @param summary - cause of the failure; `null` for a response.
 */
export function afterAsking(
  sight: HostSight,
  { askedAt, summary }: Pick<HostSight, 'askedAt'> & { readonly summary: string | null },
  now: number,
  pollMilliseconds: number,
): HostSight {
  if (summary === null) return { answeredAt: now, run: 0, askedAt, summary: '', isLost: false };
  const run = sight.run + 1;
  const isOld = now - (sight.answeredAt ?? now) >= 3 * pollMilliseconds + grace;
  return { ...sight, run, askedAt, summary, isLost: run >= 2 || isOld };
}

const retries = [1_000, 2_000, 4_000] as const;

/** When to request the host itself, epoch milliseconds; `Infinity` while feeds prove contact. */
export function askHostAt(
  { run, askedAt }: HostSight,
  { heardAt, silentAt }: Word,
  pollMilliseconds: number,
): number {
  if (silentAt <= heardAt) return Number.POSITIVE_INFINITY;
  // A feed fell silent after the last request to the host: request it at once.
  if (run === 0 && silentAt > askedAt) return silentAt;
  return askedAt + Math.min(retries[run - 1] ?? pollMilliseconds, pollMilliseconds);
}
