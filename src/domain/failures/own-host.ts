/**
 * Whether the host that a page came from still answers: told apart from a deployment that does not. What the host says
 * of a deployment, an error of its own included, is an answer of it; where nothing at all comes, it is asked itself.
 */

import type { Feed } from '../answer/answer.ts';
import { grace } from '../answer/poll.ts';

export interface HostSight {
  /** Epoch milliseconds at which it last answered anything; `null` before that. */
  readonly answeredAt: number | null;
  /** Questions to the host itself in a row that gave no answer. */
  readonly run: number;
  /** Of the last question to it. */
  readonly askedAt: number;
  /** Why the last of them gave none, in words. */
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

/** What feeds tell of the way to them, epoch milliseconds; `-Infinity` for never. */
export interface Word {
  /** When anything last came over HTTP, whatever its status. */
  readonly heardAt: number;
  /** When asking last gave nothing at all. */
  readonly silentAt: number;
}

/** The last word of several feeds. */
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
 * What is known once feeds have been looked at.
 *
 * @param all - of all feeds of a screen: any answer shows that its network is there.
 * @param passedOn - of those that the host passes on.
 */
export function afterWord(sight: HostSight, all: Word, passedOn: Word): HostSight {
  const answeredAt =
    passedOn.heardAt > (sight.answeredAt ?? Number.NEGATIVE_INFINITY) ? passedOn.heardAt : sight.answeredAt;
  const run = all.heardAt > sight.askedAt ? 0 : sight.run;
  if (answeredAt === sight.answeredAt && run === sight.run) return sight;
  return { ...sight, answeredAt, run, isLost: run > 0 && sight.isLost };
}

/**
 * One failure is no loss yet, unless all that is known is out of date anyway, as after a sleep.
 *
 * @param summary - why it gave no answer; `null` where it gave one.
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

/** Epoch milliseconds at which the host is to be asked itself; `Infinity` while feeds leave no doubt. */
export function askHostAt(
  { run, askedAt }: HostSight,
  { heardAt, silentAt }: Word,
  pollMilliseconds: number,
): number {
  if (silentAt <= heardAt) return Number.POSITIVE_INFINITY;
  // What has fallen silent since it answered is news.
  if (run === 0 && silentAt > askedAt) return silentAt;
  return askedAt + Math.min(retries[run - 1] ?? pollMilliseconds, pollMilliseconds);
}
