/** Test helpers: the verdict of a status document, regions and nodes that a test states. */

import { defaultVerdictSettings, type VerdictSettings } from '#contract/host.ts';
import type { Availability } from '#domain/answer/answer.ts';
import type { Freshness } from '#domain/answer/freshness.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import type { InventoryReadings, ListReading, TallyGroup } from '#domain/verdict/tally.ts';
import { type Verdict } from '#domain/verdict/verdict.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import { answerAt, documentOf, failureAt } from './feeds.ts';

export const cut: Claim = {
  kind: 'at-least',
  reasons: ['the list stops at 100 and the service states that there are more'],
};
export const readAt = Date.UTC(2026, 2, 12, 2, 14, 7);

export interface More {
  readonly freshness?: Freshness;
  readonly claim?: Claim;
  readonly availability?: Availability;
}

export function list(groups: readonly TallyGroup[] | null, more: More = {}): ListReading {
  const { freshness = groups ? 'fresh' : 'waiting', claim = exact, availability = 'offered' } = more;
  return { availability, freshness, readAt: groups && readAt, tally: groups && { groups, claim } };
}

/**
 * A reading of the region list.
 *
 * @param words - region code → status word.
 */
export const regions = (words: Readonly<Record<string, string>>, more?: More) =>
  list(
    Object.entries(words).map(([code, word]) => ({ code, name: code.toUpperCase(), word, count: 1 })),
    more,
  );

/**
 * A reading of the node list of one region.
 *
 * @param words - status word → number of nodes.
 */
export const nodes = (words: Readonly<Record<string, number>>, more?: More, code = 'fra1') =>
  list(
    Object.entries(words).map(([word, count]) => ({ code, name: null, word, count })),
    more,
  );

export const gone = list(null, { availability: 'not-offered' });
export const unread = list(null, { availability: 'waiting' });
export const fine = regions({ fra1: 'operational', ams1: 'operational' });
export const healthy = nodes({ operational: 100 }, {}, 'ams1');

export interface Case {
  readonly status?: string | null;
  readonly components?: Readonly<Record<string, string>>;
  readonly freshness?: Freshness;
  readonly regions?: ListReading;
  readonly nodes?: ListReading;
  readonly settings?: VerdictSettings;
}

export function verdict({
  status = 'operational',
  components = { API: 'operational' },
  freshness = 'fresh',
  settings = defaultVerdictSettings,
  ...lists
}: Case): Verdict {
  const inventory: InventoryReadings = { regions: lists.regions ?? fine, nodes: lists.nodes ?? healthy };
  const feed =
    status === null
      ? { answer: null, failure: failureAt(0, { kind: 'http', status: 404 }) }
      : { answer: answerAt(0, documentOf(status, components)), failure: null };
  return verdictOf(feed, freshness, { words: {}, verdict: settings }, { inventory });
}

export const off = { regions: false, nodeShare: false } as const;
export const on = defaultVerdictSettings;
export const critical = 'major_outage';
