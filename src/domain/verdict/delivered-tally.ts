/** What a host knows of the lists of a deployment, as it travels with the document: tallies, never the lists. */

import { type Asked, decodeList } from '../../contract/decode-list.ts';
import { type EndpointPath, endpointAt } from '../../contract/endpoints.ts';
import { type Answer, type Feed, relayedAnswer, silentFeed } from '../answer.ts';
import { claimOf } from '../claim.ts';
import type { Lifetime } from '../poll.ts';
import { type ListReading, listReadingOf, type Tally, type TallyGroup } from './tally.ts';

/** One list as the host last read it; `tally` is `null` where the deployment does not offer it. */
export interface DeliveredTally {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Milliseconds since the host received it. */
  readonly heldMilliseconds: number;
  /** Seconds that it had been in caches before (`Age`). */
  readonly ageSeconds: number;
  /** Milliseconds from receipt for which it may be used. */
  readonly lifetimeMilliseconds: number;
  readonly tally: Tally | null;
}

/** Groups that a tally holds at most: one of more is left to the page. */
const mostGroups = 4_000;

const unasked: Asked = {};

/**
 * The tally of a list answer that was asked for without parameters; `null` where it has too many different rows.
 *
 * @throws ContractError where it is no list.
 */
export function tallyOfBody(path: EndpointPath, body: unknown): Tally | null {
  const endpoint = endpointAt(path);
  const isOfRegions = endpoint.resource === 'region';
  const groups = new Map<string, TallyGroup>();
  const add = (code: string | null, name: string | null, word: string | null) => {
    const key = JSON.stringify([code, name, word]);
    groups.set(key, { code, name, word, count: (groups.get(key)?.count ?? 0) + 1 });
  };
  const answer = isOfRegions
    ? decodeList(endpoint, 'region', body, unasked)
    : decodeList(endpoint, 'node', body, unasked);
  for (const row of answer.rows) {
    if ('pop' in row) add(row.pop, null, row.status);
    else add(row.code, row.name, row.status);
    if (groups.size > mostGroups) return null;
  }
  const { rows, pagination, repeated } = answer;
  return { groups: [...groups.values()], claim: claimOf({ count: rows.length, pagination, repeated }) };
}

/** The answer that a delivered tally stands for, as far as its freshness goes. */
export function answerOfTally(
  { path, heldMilliseconds, ageSeconds, lifetimeMilliseconds }: DeliveredTally,
  deliveredAt: number,
): Answer<null> {
  const lifetime: Lifetime = {
    milliseconds: lifetimeMilliseconds,
    stated: true,
    reason: 'as the host read it',
    uncacheable: false,
  };
  return relayedAnswer(path, null, { receivedAt: deliveredAt - heldMilliseconds, ageSeconds, lifetime });
}

/** What a host says of one list, of which there may be several versions, the preferred one first. */
export function deliveredReading(
  paths: readonly EndpointPath[],
  delivered: readonly DeliveredTally[],
  deliveredAt: number,
  now: number,
): ListReading {
  const versions = paths.map((path) => delivered.find((each) => each.path === path));
  const speaking = versions.find((each) => each?.tally !== null);
  if (speaking?.tally) {
    const feed: Feed<null> = { answer: answerOfTally(speaking, deliveredAt), failure: null };
    return listReadingOf('offered', feed, speaking.tally, now);
  }
  const isAbsent = versions.every((each) => each !== undefined);
  return listReadingOf(isAbsent ? 'not-offered' : 'waiting', silentFeed, null, now);
}
