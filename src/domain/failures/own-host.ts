/**
 * Tracks whether the page's own host responds, as opposed to a deployment. Any response of the host counts,
 * also its own errors. While no response comes, the host itself is requested.
 */

import type { Feed } from '../answer/answer.ts';
import { grace } from '../answer/poll.ts';

export interface HostContact {
  /** When the host last responded, in epoch milliseconds; `null` if it has never responded. */
  readonly answeredAt: number | null;
  /** Number of successive failed requests to the host itself. */
  readonly run: number;
  /** When the host itself was last requested, in epoch milliseconds; `-Infinity` if never. */
  readonly requestedAt: number;
  readonly summary: string;
  readonly isLost: boolean;
}

export const untriedHost: HostContact = {
  answeredAt: null,
  run: 0,
  requestedAt: Number.NEGATIVE_INFINITY,
  summary: '',
  isLost: false,
};

/** Last contact of some feeds, in epoch milliseconds; `-Infinity` for never. */
export interface LastContact {
  /** When the last HTTP response arrived, whatever its status. */
  readonly respondedAt: number;
  /** When the last request without a response failed. */
  readonly silentAt: number;
}

export function lastContactOf(feeds: readonly Feed<unknown>[]): LastContact {
  let [respondedAt, silentAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { answer, failure } of feeds) {
    respondedAt = Math.max(respondedAt, answer?.receivedAt ?? respondedAt);
    if (!failure) continue;
    if (failure.status !== null) respondedAt = Math.max(respondedAt, failure.at);
    else if (failure.kind === 'unreachable' || failure.kind === 'timeout')
      silentAt = Math.max(silentAt, failure.at);
  }
  return { respondedAt, silentAt };
}

/**
 * Updates the host's contact after the feeds changed.
 * @param all - last contact of all feeds of a screen: any response proves that the network works
 * @param passedOn - last contact of the feeds that go through the host
 */
export function afterFeeds(contact: HostContact, all: LastContact, passedOn: LastContact): HostContact {
  const answeredAt =
    passedOn.respondedAt > (contact.answeredAt ?? Number.NEGATIVE_INFINITY)
      ? passedOn.respondedAt
      : contact.answeredAt;
  const run = all.respondedAt > contact.requestedAt ? 0 : contact.run;
  if (answeredAt === contact.answeredAt && run === contact.run) return contact;
  return { ...contact, answeredAt, run, isLost: run > 0 && contact.isLost };
}

/**
 * Updates the host's contact after a request to the host itself. A single failure is a loss only if
 * everything is out of date, as after sleep.
 * @param summary - cause of the failure; `null` for a response
 */
export function afterHostRequest(
  contact: HostContact,
  { requestedAt, summary }: Pick<HostContact, 'requestedAt'> & { readonly summary: string | null },
  now: number,
  pollMilliseconds: number,
): HostContact {
  if (summary === null) return { answeredAt: now, run: 0, requestedAt, summary: '', isLost: false };
  const run = contact.run + 1;
  const isOld = now - (contact.answeredAt ?? now) >= 3 * pollMilliseconds + grace;
  return { ...contact, run, requestedAt, summary, isLost: run >= 2 || isOld };
}

const retries = [1_000, 2_000, 4_000] as const;

/** Computes when to request the host itself, in epoch milliseconds; `Infinity` while feeds prove contact. */
export function nextHostRequestAt(
  { run, requestedAt }: HostContact,
  { respondedAt, silentAt }: LastContact,
  pollMilliseconds: number,
): number {
  if (silentAt <= respondedAt) return Number.POSITIVE_INFINITY;
  // A feed got no response after the last request to the host: request the host at once.
  if (run === 0 && silentAt > requestedAt) return silentAt;
  return requestedAt + Math.min(retries[run - 1] ?? pollMilliseconds, pollMilliseconds);
}
