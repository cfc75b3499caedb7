import { expect, test } from 'vitest';
import type { Deployment } from '#contract/host.ts';
import type { Freshness } from '#domain/answer/freshness.ts';
import { exact } from '#domain/lists/claim.ts';
import { alertAt, noAlerts, withReading } from '#domain/memory/alerts.ts';
import type { ListReading } from '#domain/verdict/tally.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { readingsOf } from './readings.ts';

const poll = 10_000;
const deployment: Deployment = {
  slug: 'edge',
  name: 'Edge',
  baseUrl: 'edge',
  shownUrl: 'edge',
  demo: false,
  words: {},
};

interface Lists {
  /** Status word of the region Frankfurt. `null` before the regions are read. */
  readonly region: string | null;
  /** Number of nodes in major outage, of a hundred in another region. */
  readonly bad: number;
  readonly freshness?: Freshness;
}

function list(groups: readonly (readonly [string, string | null, string, number])[], freshness: Freshness) {
  const tally = {
    groups: groups.map(([code, name, word, count]) => ({ code, name, word, count })),
    claim: exact,
  };
  return { availability: 'offered', freshness, readAt: 0, tally } satisfies ListReading;
}

const unread: ListReading = { availability: 'waiting', freshness: 'waiting', readAt: null, tally: null };

/**
 * Alerts and what they read, one line each.
 *
 * @param looks - the lists at each poll.
 */
function told(looks: readonly Lists[]): readonly string[] {
  let state = noAlerts;
  const lines: string[] = [];
  looks.forEach(({ region, bad, freshness = 'fresh' }, index) => {
    const triedAt = (index + 1) * poll;
    const feed = {
      answer: answerAt(triedAt, documentOf('operational', { 'Edge Nodes': 'operational' })),
      failure: null,
    };
    const inventory = {
      regions: region === null ? unread : list([['fra1', 'Frankfurt', region, 1]], freshness),
      nodes: list(
        [
          ['ams1', null, 'major_outage', bad],
          ['ams1', null, 'operational', 100 - bad],
        ],
        freshness,
      ),
    };
    const verdict = verdictOf(feed, 'fresh', deployment, { inventory });
    state = readingsOf({ deployment, verdict, triedAt, readAt: triedAt }).reduce(withReading, state);
    for (let at = triedAt; at < triedAt + poll; at += 1_000) {
      const [next, alert] = alertAt(state, at);
      state = next;
      for (const { name, label } of alert?.worse ?? []) lines.push(`${index + 1}: ${name}: ${label}`);
      for (const { name } of alert?.recovered ?? []) lines.push(`${index + 1}: ${name} recovered`);
    }
  });
  return lines;
}

const good: Lists = { region: 'operational', bad: 0 };
const burning: Lists = { region: 'major_outage', bad: 0 };

test.each<readonly [string, readonly Lists[], readonly string[]]>([
  [
    'one region, once it stands through two status readings',
    [good, burning, burning],
    ['3: Frankfurt, Edge: Major outage'],
  ],
  ['nothing that stood for one reading', [good, burning, good, good], []],
  [
    'its end with the same hold',
    [good, burning, burning, burning, burning, burning, good, good],
    ['3: Frankfurt, Edge: Major outage', '8: Frankfurt, Edge recovered'],
  ],
  [
    'a share of the nodes, and whom they contradict',
    [good, { ...good, bad: 5 }, { ...good, bad: 5 }],
    ['3: Nodes, Edge: 5 of 100 are not operational; Edge Nodes says operational'],
  ],
  [
    'no share below that of the verdict',
    [good, { ...good, bad: 4 }, { ...good, bad: 4 }, { ...good, bad: 4 }],
    [],
  ],
  [
    'no state of a list that is read for the first time',
    [{ ...good, region: null }, burning, burning, burning],
    [],
  ],
  [
    'neither news nor a recovery while a list is not fresh',
    [good, burning, burning, ...Array.from({ length: 5 }, () => ({ ...good, freshness: 'late' as const }))],
    ['3: Frankfurt, Edge: Major outage'],
  ],
])('alerts report %s', (_case, looks, lines) => {
  expect(told(looks)).toEqual(lines);
});
