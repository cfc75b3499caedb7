import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultVerdictSettings, type VerdictSettings } from '#contract/host.ts';
import { answerAt, documentOf, failureAt } from '#testing/feeds.ts';
import type { Availability } from '../answer/answer.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Claim, exact } from '../lists/claim.ts';
import { isGood, type Severity, severityRank } from '../severity/severity.ts';
import { textOf } from '../text/clause.ts';
import { formatPercent } from '../text/format-figures.ts';
import { evidenceOf } from './evidence.ts';
import { reaches } from './inventory-part.ts';
import type { InventoryReadings, ListReading, TallyGroup } from './tally.ts';
import { markOf, type Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

const cut: Claim = { kind: 'at-least', reasons: ['the list stops at 100 and the service says there are more'] };
const readAt = Date.UTC(2026, 2, 12, 2, 14, 7);

interface More {
  readonly freshness?: Freshness;
  readonly claim?: Claim;
  readonly availability?: Availability;
}

function list(groups: readonly TallyGroup[] | null, more: More = {}): ListReading {
  const { freshness = groups ? 'fresh' : 'waiting', claim = exact, availability = 'offered' } = more;
  return { availability, freshness, readAt: groups && readAt, tally: groups && { groups, claim } };
}

/** Regions by code and word. */
const regions = (words: Readonly<Record<string, string>>, more?: More) =>
  list(
    Object.entries(words).map(([code, word]) => ({ code, name: code.toUpperCase(), word, count: 1 })),
    more,
  );

/** Nodes of one region by word. */
const nodes = (words: Readonly<Record<string, number>>, more?: More, code = 'fra1') =>
  list(
    Object.entries(words).map(([word, count]) => ({ code, name: null, word, count })),
    more,
  );

const gone = list(null, { availability: 'not-offered' });
const unread = list(null, { availability: 'waiting' });
const fine = regions({ fra1: 'operational', ams1: 'operational' });
const healthy = nodes({ operational: 100 }, {}, 'ams1');

interface Case {
  readonly status?: string | null;
  readonly components?: Readonly<Record<string, string>>;
  readonly freshness?: Freshness;
  readonly regions?: ListReading;
  readonly nodes?: ListReading;
  readonly settings?: VerdictSettings;
}

function verdict({
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

const off = { regions: false, nodeShare: false } as const;
const critical = 'major_outage';

describe('the worst of the document, its components, the regions and the nodes as one part', () => {
  test.each<readonly [string, Case, Severity, string]>([
    // What the lists say while they are fresh.
    ['all is well', {}, 'ok', 'Operational'],
    [
      'all burns under a good document',
      { regions: regions({ fra1: critical }), nodes: nodes({ [critical]: 600 }) },
      'critical',
      'Major outage',
    ],
    [
      'one region is degraded',
      { regions: regions({ fra1: 'degraded', ams1: 'operational' }) },
      'degraded',
      'Degraded',
    ],
    ['one region is out', { regions: regions({ fra1: 'outage', ams1: 'operational' }) }, 'critical', 'Outage'],
    ['a region with a word nobody knows', { regions: regions({ fra1: 'flux' }) }, 'unknown', '“flux”'],
    [
      'a region without a word',
      { regions: list([{ code: 'fra1', name: null, word: null, count: 1 }]) },
      'unknown',
      'not provided',
    ],
    ['a region with another good word', { regions: regions({ fra1: 'healthy' }) }, 'assumed', 'Operational'],
    [
      'regions in maintenance are words only',
      { regions: regions({ fra1: 'maintenance', ams1: 'operational' }) },
      'ok',
      'Operational',
    ],
    ['draining nodes are words only', { nodes: nodes({ draining: 90, operational: 10 }) }, 'ok', 'Operational'],
    [
      '4 % of nodes are bad',
      { nodes: nodes({ [critical]: 4, operational: 96 }, {}, 'ams1') },
      'ok',
      'Operational',
    ],
    ['5 % are', { nodes: nodes({ [critical]: 5, operational: 95 }, {}, 'ams1') }, 'critical', 'Major outage'],
    ['41 of 889 are below', { nodes: nodes({ degraded: 41, operational: 848 }) }, 'ok', 'Operational'],
    ['45 of 889 are above', { nodes: nodes({ degraded: 45, operational: 844 }) }, 'degraded', 'Degraded'],
    [
      'classes add up from the worst',
      { nodes: nodes({ [critical]: 3, degraded: 3, operational: 94 }) },
      'degraded',
      'Degraded',
    ],
    [
      'the higher class leads where it reaches by itself',
      { nodes: nodes({ partial_outage: 6, degraded: 30, operational: 64 }) },
      'partial',
      'Partial outage',
    ],
    ['unknown words are bad, too', { nodes: nodes({ flux: 6, operational: 94 }) }, 'unknown', 'Unknown'],
    [
      'nodes with another good word add nothing',
      { nodes: nodes({ healthy: 50, operational: 50 }) },
      'ok',
      'Operational',
    ],
    ['no node at all adds nothing', { nodes: nodes({}) }, 'ok', 'Operational'],
    ['the only node is bad', { nodes: nodes({ degraded: 1 }, {}, 'lon1') }, 'degraded', 'Degraded'],
    // A region against its nodes.
    [
      'a good region without a good node',
      {
        nodes: list([
          ...(nodes({ [critical]: 2 }).tally?.groups ?? []),
          ...(nodes({ operational: 98 }, {}, 'ams1').tally?.groups ?? []),
        ]),
      },
      'partial',
      'Partial outage',
    ],
    [
      'a good region whose only node is bad',
      {
        nodes: list([
          ...(nodes({ [critical]: 1 }).tally?.groups ?? []),
          ...(nodes({ operational: 99 }, {}, 'ams1').tally?.groups ?? []),
        ]),
      },
      'degraded',
      'Degraded',
    ],
    [
      'never from a list that may hold more',
      {
        nodes: list(
          [
            ...(nodes({ [critical]: 2 }).tally?.groups ?? []),
            ...(nodes({ operational: 98 }, {}, 'ams1').tally?.groups ?? []),
          ],
          { claim: cut },
        ),
      },
      'ok',
      'Operational',
    ],
    [
      'nodes of a region no list names prove nothing of regions',
      {
        nodes: list([
          ...(nodes({ [critical]: 2 }, {}, 'xxx9').tally?.groups ?? []),
          ...(nodes({ operational: 98 }, {}, 'ams1').tally?.groups ?? []),
        ]),
      },
      'ok',
      'Operational',
    ],
    // Beside what the document says.
    [
      'the document is worse',
      { status: critical, regions: regions({ fra1: 'degraded' }) },
      'critical',
      'Major outage',
    ],
    [
      'of two equal the document has the word',
      { status: 'degraded_performance', regions: regions({ fra1: 'degraded' }) },
      'degraded',
      'Degraded performance',
    ],
    [
      'a component is worse',
      { components: { API: 'partial_outage' }, regions: regions({ fra1: 'degraded' }) },
      'partial',
      'Partial outage',
    ],
    [
      'regions are worse than a component',
      { components: { API: 'degraded' }, regions: regions({ fra1: critical }) },
      'critical',
      'Major outage',
    ],
    ['maintenance of the document counts', { status: 'maintenance' }, 'notice', 'Maintenance'],
    // Losing evidence never improves a verdict.
    [
      'bad regions, now late',
      { regions: regions({ fra1: critical }, { freshness: 'late' }) },
      'unvouched',
      'Not confirmed',
    ],
    [
      'bad nodes, now lost',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      'unvouched',
      'Not confirmed',
    ],
    [
      'bad regions, no longer offered',
      { regions: regions({ fra1: critical }, { freshness: 'lost', availability: 'no-longer-offered' }) },
      'unvouched',
      'Not confirmed',
    ],
    [
      'good regions, now late',
      { regions: regions({ fra1: 'operational' }, { freshness: 'late' }) },
      'ok',
      'Operational',
    ],
    [
      'good regions, now lost',
      { regions: regions({ fra1: 'operational' }, { freshness: 'lost' }) },
      'assumed',
      'Operational',
    ],
    [
      'a few bad nodes, now lost',
      { nodes: nodes({ [critical]: 1, operational: 99 }, { freshness: 'lost' }) },
      'assumed',
      'Operational',
    ],
    [
      'a region without a good node, now late',
      {
        nodes: list(
          [
            ...(nodes({ [critical]: 2 }).tally?.groups ?? []),
            ...(nodes({ operational: 98 }, {}, 'ams1').tally?.groups ?? []),
          ],
          { freshness: 'late' },
        ),
      },
      'unvouched',
      'Not confirmed',
    ],
    ['lists that were never read', { regions: unread, nodes: unread }, 'assumed', 'Operational'],
    [
      'one list that fails from the start',
      { nodes: list(null, { availability: 'failing' }) },
      'assumed',
      'Operational',
    ],
    ['lists that are not offered', { regions: gone, nodes: gone }, 'ok', 'Operational'],
    [
      'a lost bad list under a degraded document',
      { status: 'degraded', nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      'degraded',
      'Degraded',
    ],
    // Without a status document.
    [
      'bad lists lead where there is none',
      { status: null, regions: regions({ fra1: critical }) },
      'critical',
      'Major outage',
    ],
    ['good ones prove nothing', { status: null }, 'unknown', 'No status document'],
    [
      'bad lists lead where it is lost',
      { freshness: 'lost', regions: regions({ fra1: critical }) },
      'critical',
      'Major outage',
    ],
    ['good lists do not make a lost one good', { freshness: 'lost' }, 'unvouched', 'No contact'],
    ['nor a late one', { freshness: 'late' }, 'unvouched', 'Not confirmed'],
    // As configured.
    [
      'nothing of it where it is off',
      { settings: off, regions: regions({ fra1: critical }), nodes: nodes({ [critical]: 600 }) },
      'ok',
      'Operational',
    ],
    [
      'regions alone',
      { settings: { regions: true, nodeShare: false }, nodes: nodes({ [critical]: 600 }) },
      'ok',
      'Operational',
    ],
    [
      'nodes alone',
      { settings: { regions: false, nodeShare: 0.05 }, regions: regions({ fra1: critical }) },
      'ok',
      'Operational',
    ],
    [
      'a higher share',
      { settings: { regions: true, nodeShare: 0.5 }, nodes: nodes({ [critical]: 49, operational: 51 }) },
      'ok',
      'Operational',
    ],
    [
      'off, lists that were never read take nothing away',
      { settings: off, regions: unread, nodes: unread },
      'ok',
      'Operational',
    ],
  ])('%s', (_case, each, severity, headline) => {
    expect(verdict(each)).toMatchObject({ severity, headline: { text: headline } });
  });
});

test.each([
  [7, 100, 0.07, true],
  [69, 1000, 0.07, false],
  [30, 600, 0.05, true],
  [0, 0, 0.05, false],
  [1, 1, 1, true],
  [500_000_000, 10_000_000_000, 0.05, true],
])('%i of %i reaches %d: %s', (part, whole, share, isReached) => {
  expect(reaches(part, whole, share)).toBe(isReached);
});

describe('its words name what leads and what says otherwise', () => {
  const said = (each: Case) => `${textOf(evidenceOf(verdict(each)))}.`;
  test.each<readonly [string, Case, string]>([
    ['all is well', {}, '1 of 1 components report operational.'],
    [
      'all nodes are bad',
      { nodes: nodes({ [critical]: 600 }, {}, 'lon1') },
      '600 of 600 nodes are not operational; the status document says operational.',
    ],
    [
      'regions and nodes',
      {
        regions: regions({ fra1: critical, ams1: 'operational' }),
        nodes: nodes({ degraded: 41, operational: 848 }),
      },
      '1 of 2 regions and 41 of 889 nodes are not operational; the status document says operational.',
    ],
    [
      'a component is bad as well',
      { components: { API: 'degraded' }, regions: regions({ fra1: critical, ams1: 'operational' }) },
      '1 of 2 regions is not operational. API degraded. 0 of 1 components report operational. The document calls itself operational, yet 1 of 1 components is not.',
    ],
    [
      'bad and not read since',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      '600 of 600 nodes were not operational at 02:14; not read since. 1 of 1 components report operational.',
    ],
    [
      'never read',
      { regions: unread, nodes: unread },
      '1 of 1 components report operational. Regions and nodes have not been read yet.',
    ],
    [
      'good and lost',
      { regions: regions({ fra1: 'operational' }, { freshness: 'lost' }) },
      '1 of 1 components report operational. Regions were last read at 02:14.',
    ],
    [
      'a region that had no good node, nodes not read since',
      {
        nodes: list(
          [
            ...(nodes({ [critical]: 1 }).tally?.groups ?? []),
            ...(nodes({ operational: 99 }, {}, 'ams1').tally?.groups ?? []),
          ],
          { freshness: 'late' },
        ),
      },
      '1 region had no good node at 02:14; nodes were not read since. 1 of 1 components report operational.',
    ],
    [
      'notices only',
      { nodes: nodes({ draining: 24, operational: 376 }) },
      '1 of 1 components report operational. 24 of 400 nodes are not operational.',
    ],
  ])('%s', (_case, each, sentence) => {
    expect(said(each)).toBe(sentence);
  });
});

describe('a component that speaks for nodes', () => {
  const edge = { 'Edge Nodes': 'operational', API: 'operational' };
  const marks = (each: Case) => verdict({ components: edge, ...each }).components.map(markOf);
  test.each<readonly [string, Case, Severity]>([
    ['keeps its mark below the share', { nodes: nodes({ degraded: 41, operational: 848 }) }, 'ok'],
    [
      'has the class of its nodes from there on',
      { nodes: nodes({ degraded: 45, operational: 844 }) },
      'degraded',
    ],
    ['partial at most', { nodes: nodes({ [critical]: 600 }) }, 'partial'],
    [
      'is not vouched for once the list is lost',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      'unvouched',
    ],
    ['is as sent where nodes do not count', { settings: off, nodes: nodes({ [critical]: 600 }) }, 'ok'],
  ])('%s', (_case, each, mark) => {
    expect(marks(each)).toEqual([mark, 'ok']);
    expect(verdict({ components: edge, ...each }).components[0]?.state.label).toBe('Operational');
  });

  test('says why', () => {
    const [component] = verdict({
      components: edge,
      nodes: nodes({ degraded: 41, operational: 848 }),
    }).components;
    expect(textOf(component?.evidence?.reason ?? [])).toBe(
      `41 of 889 nodes are not, ${formatPercent(41, 889)}`,
    );
    expect(component?.evidence?.remark).toBe('counts from 5 %');
  });
});

describe('everything is operational', () => {
  test.each<readonly [string, Case, boolean]>([
    ['where all of it was read and is', {}, true],
    ['where no list is offered', { regions: gone, nodes: gone }, true],
    ['not where a list is late', { nodes: nodes({ operational: 1 }, { freshness: 'late' }) }, false],
    ['not where a list may hold more', { nodes: nodes({ operational: 1 }, { claim: cut }) }, false],
    ['not where one node drains', { nodes: nodes({ operational: 99, draining: 1 }) }, false],
    ['not where one node is good by assumption', { nodes: nodes({ operational: 99, ok: 1 }) }, false],
    ['not before the lists were read', { regions: unread }, false],
    ['not while a component is in maintenance', { components: { API: 'maintenance' } }, false],
  ])('%s', (_case, each, isEverything) => {
    expect(verdict(each).isEverything).toBe(isEverything);
  });
});

const word = fc.constantFrom(
  'operational',
  'ok',
  'maintenance',
  'flux',
  'degraded',
  'partial_outage',
  critical,
);
const anyList = fc
  .record({
    rows: fc.array(fc.record({ code: fc.constantFrom('fra1', 'ams1', 'lon1'), word }), { maxLength: 8 }),
    freshness: fc.constantFrom<Freshness>('fresh', 'late', 'lost'),
    claim: fc.constantFrom(exact, cut),
  })
  .map(({ rows, freshness, claim }) =>
    list(
      rows.map((row) => ({ ...row, name: null, count: 1 })),
      { freshness, claim },
    ),
  );

test('a document of many bad components is taken in with work that grows with it', () => {
  const components = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`C${index}`, 'down']));
  const began = performance.now();
  expect(verdict({ components, nodes: nodes({ [critical]: 600 }) }).exceptions).toHaveLength(60_000);
  // In a square of them it would take a minute.
  expect(performance.now() - began).toBeLessThan(8_000);
});

test('lists never improve what the document says, and losing one never improves the verdict', () => {
  fc.assert(
    fc.property(word, word, anyList, anyList, (status, component, someRegions, someNodes) => {
      const common = { status, components: { API: component } };
      const rank = (each: Case) => severityRank[verdict({ ...common, ...each }).severity];
      const alone = rank({ regions: gone, nodes: gone });
      const now = verdict({ ...common, regions: someRegions, nodes: someNodes });
      expect(severityRank[now.severity]).toBeGreaterThanOrEqual(alone);
      const lost = {
        regions: { ...someRegions, freshness: 'lost' as const },
        nodes: { ...someNodes, freshness: 'lost' as const },
      };
      // Never good again, and no better than "not vouched for" where it was a problem.
      if (!isGood(now.severity) && now.severity !== 'notice')
        expect(isGood(verdict({ ...common, ...lost }).severity)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
