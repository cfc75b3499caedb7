/**
 * Tracks whether the page's own host responds, as opposed to a deployment. Everything that the host reports, also an error
 * of its own, counts as a response. Without any response, the host itself is requested.
 */

import type { Feed } from '../answer/answer.ts';
import { grace } from '../answer/poll.ts';

export interface HostContact {
  /** Epoch milliseconds of its last response; `null` without one. */
  readonly answeredAt: number | null;
  /** Number of failed requests to the host in a row. */
  readonly run: number;
  /** Time of the last request to the host, epoch milliseconds. */
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

/** Last contact of feeds, epoch milliseconds; `-Infinity` for never. */
export interface LastContact {
  /** Time of the last HTTP response with any status. */
  readonly respondedAt: number;
  /** Time of the last request without a response. */
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
 * The state after the feeds changed.
 *
 * @param all - last contact of all feeds of a screen: any response proves that the network works.
 * @param passedOn - last contact of the feeds that go through the host.
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
 * The state after a request to the host. A single failure is not a loss, unless everything is out of date, as after sleep.
 *
 * @param summary - cause of the failure; `null` for a response.
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

/** When to request the host itself, epoch milliseconds; `Infinity` while feeds prove contact. */
export function nextHostRequestAt(
  { run, requestedAt }: HostContact,
  { respondedAt, silentAt }: LastContact,
  pollMilliseconds: number,
): number {
  if (silentAt <= respondedAt) return Number.POSITIVE_INFINITY;
  // A feed fell silent after the last request to the host: request it at once.
  if (run === 0 && silentAt > requestedAt) return silentAt;
  return requestedAt + Math.min(retries[run - 1] ?? pollMilliseconds, pollMilliseconds);
}
