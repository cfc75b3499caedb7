import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultVerdictSettings, type VerdictSettings } from '#contract/host.ts';
import { answerAt, documentOf, failureAt } from '#testing/feeds.ts';
import { startWorkTime } from '#testing/work-time.ts';
import type { Availability } from '../answer/answer.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Claim, exact } from '../lists/claim.ts';
import { isGood, type Severity, severityRank } from '../severity/severity.ts';
import { textOf } from '../text/clause.ts';
import { formatPercent } from '../text/format-shares.ts';
import { evidenceOf } from './evidence.ts';
import { reaches } from './part-classes.ts';
import type { InventoryReadings, ListReading, TallyGroup } from './tally.ts';
import { markOf, type Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

const cut: Claim = {
  kind: 'at-least',
  reasons: ['the list stops at 100 and the service states that there are more'],
};
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

/** Tally of regions by code and word. */
const regions = (words: Readonly<Record<string, string>>, more?: More) =>
  list(
    Object.entries(words).map(([code, word]) => ({ code, name: code.toUpperCase(), word, count: 1 })),
    more,
  );

/** Tally of the nodes of one region by word. */
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
const on = defaultVerdictSettings;
const critical = 'major_outage';

/**
 * One case for each line; missing parts are good. The first word of a part may state the reading (`late`, `lost`, `cut`)
 * or the endpoint (`unread`, `failing`, `unoffered`, `withdrawn`). Nodes are of `fra1` by default.
 */
const cases = `
  all is well: → ok, Operational
  all burns under a good document: regions fra1 major_outage; nodes 600 major_outage → critical, Major outage
  one region is degraded: regions fra1 degraded, ams1 operational → degraded, Degraded
  one region is out: regions fra1 outage, ams1 operational → critical, Outage
  a region with a word nobody knows: regions fra1 flux → unknown, “flux”
  a region without a word: regions fra1 → unknown, not provided
  a region with another good word: regions fra1 healthy → assumed, Operational
  regions in maintenance are words only: regions fra1 maintenance, ams1 operational → ok, Operational
  draining nodes are words only: nodes 90 draining, 10 operational → ok, Operational
  4 % of nodes are bad: nodes ams1 4 major_outage, ams1 96 operational → ok, Operational
  5 % are: nodes ams1 5 major_outage, ams1 95 operational → critical, Major outage
  6 % are: nodes ams1 6 major_outage, ams1 94 operational → critical, Major outage
  41 of 889 are below: nodes 41 degraded, 848 operational → ok, Operational
  45 of 889 are above: nodes 45 degraded, 844 operational → degraded, Degraded
  classes add up from the worst: nodes 3 major_outage, 3 degraded, 94 operational → degraded, Degraded
  the higher class leads where it reaches alone: nodes 6 partial_outage, 30 degraded, 64 operational → partial, Partial outage
  unknown words are bad, too: nodes 6 flux, 94 operational → unknown, Unknown
  nodes with another good word add nothing: nodes 50 healthy, 50 operational → ok, Operational
  the only node is bad: nodes lon1 1 degraded → degraded, Degraded
  a good region without a good node: nodes fra1 2 major_outage, ams1 98 operational → partial, Partial outage
  a good region whose only node is bad: nodes fra1 1 major_outage, ams1 99 operational → degraded, Degraded
  one whose nodes are draining: nodes fra1 2 draining, ams1 98 operational → ok, Operational
  never from a list that may hold more: nodes cut fra1 2 major_outage, ams1 98 operational → ok, Operational
  nor of a region that no list names: nodes xxx9 2 major_outage, ams1 98 operational → ok, Operational
  a list that may hold more has a share, too: nodes cut 6 degraded, 94 operational → degraded, Degraded
  the document is worse: document major_outage; regions fra1 degraded → critical, Major outage
  of two equal the document has the word: document degraded_performance; regions fra1 degraded → degraded, Degraded performance
  a component is worse: document operational, API partial_outage; regions fra1 degraded → partial, Partial outage
  regions are worse than a component: document operational, API degraded; regions fra1 major_outage → critical, Major outage
  maintenance of the document counts: document maintenance → notice, Maintenance
  bad regions, now late: regions late fra1 major_outage → unvouched, Not confirmed
  bad nodes, now lost: nodes lost 600 major_outage → unvouched, Not confirmed
  bad regions, no longer offered: regions withdrawn fra1 major_outage → unvouched, Not confirmed
  good regions, now late: regions late fra1 operational → ok, Operational
  good regions, now lost: regions lost fra1 operational → assumed, Operational
  a few bad nodes, now lost: nodes lost 1 major_outage, 99 operational → assumed, Operational
  a region without a good node, now late: nodes late fra1 2 major_outage, ams1 98 operational → unvouched, Not confirmed
  a lost bad list under a degraded document: document degraded; nodes lost 600 major_outage → degraded, Degraded
  lists that were never read: regions unread; nodes unread → assumed, Operational
  one list that fails from the start: nodes failing → assumed, Operational
  lists that are not offered: regions unoffered; nodes unoffered → ok, Operational
  bad lists lead where there is no document: document none; regions fra1 major_outage → critical, Major outage
  good ones prove nothing: document none → unknown, No status document
  bad lists lead where it is lost: document lost operational; regions fra1 major_outage → critical, Major outage
  good lists do not make a lost one good: document lost operational → unvouched, No contact
  nor a late one: document late operational → unvouched, Not confirmed
`;

const availabilities: Readonly<Record<string, Availability>> = {
  unread: 'waiting',
  failing: 'failing',
  unoffered: 'not-offered',
  withdrawn: 'no-longer-offered',
};

/** Parses a case: the state of the reading from the first word, then each part word by word. */
function readingIn(text: string): { readonly more: More; readonly parts: readonly (readonly string[])[] } {
  const [first = '', ...others] = text.split(' ');
  const availability = availabilities[first];
  const freshness = first === 'late' || first === 'lost' ? first : first === 'withdrawn' ? 'lost' : undefined;
  const isTold = availability !== undefined || freshness !== undefined || first === 'cut';
  const rest = isTold ? others.join(' ') : text;
  return {
    more: {
      ...(availability ? { availability } : {}),
      ...(freshness ? { freshness } : {}),
      ...(first === 'cut' ? { claim: cut } : {}),
    },
    parts: rest === '' ? [] : rest.split(', ').map((part) => part.split(' ')),
  };
}

function listIn(text: string, groupOf: (part: readonly string[]) => TallyGroup): ListReading {
  const { more, parts } = readingIn(text);
  return list(parts.length === 0 ? null : parts.map(groupOf), more);
}

const regionsIn = (text: string) =>
  listIn(text, ([code = '', word = null]) => ({ code, name: null, word, count: 1 }));

const nodesIn = (text: string) =>
  listIn(text, (part) => {
    const [code = '', count, word = null] = part.length === 3 ? part : ['fra1', ...part];
    return { code, name: null, word, count: Number(count) };
  });

function documentIn(text: string): Case {
  if (text === 'none') return { status: null };
  const { more, parts } = readingIn(text);
  const [[status = ''] = [], ...components] = parts;
  return {
    status,
    freshness: more.freshness ?? 'fresh',
    components: { API: 'operational', ...Object.fromEntries(components) },
  };
}

function caseIn(given: string): Case {
  const said = (subject: string) =>
    given
      .split('; ')
      .find((each) => each.startsWith(`${subject} `))
      ?.slice(subject.length + 1);
  const [document, regionList, nodeList] = [said('document'), said('regions'), said('nodes')];
  return {
    ...(document === undefined ? {} : documentIn(document)),
    ...(regionList === undefined ? {} : { regions: regionsIn(regionList) }),
    ...(nodeList === undefined ? {} : { nodes: nodesIn(nodeList) }),
  };
}

describe('the worst of status document, components, regions, and all nodes together', () => {
  const rows = cases
    .trim()
    .split('\n')
    .map((line) => /^ *(.*): (.*)→ (\w+), (.*)$/.exec(line)?.slice(1) ?? [line]);

  test.each(rows)('%s: %s', (_case, given = '', severity = '', headline = '') => {
    expect(verdict(caseIn(given.trim()))).toMatchObject({ severity, headline: { text: headline } });
  });

  test('an empty node list adds nothing', () => {
    expect(verdict({ nodes: nodes({}) }).severity).toBe('ok');
  });

  test.each<readonly [string, Case]>([
    ['nothing of it', { settings: off, regions: regions({ fra1: critical }), nodes: nodes({ flux: 9 }) }],
    ['lists that were never read change nothing', { settings: off, regions: unread, nodes: unread }],
    ['no nodes', { settings: { regions: true, nodeShare: false }, nodes: nodes({ [critical]: 600 }) }],
    ['no regions', { settings: { ...on, regions: false }, regions: regions({ fra1: critical }) }],
    ['a share below', { settings: { ...on, nodeShare: 0.5 }, nodes: nodes({ flux: 49, operational: 51 }) }],
  ])('parts that are off, or below their share, do not count: %s', (_case, each) => {
    expect(verdict(each)).toMatchObject({ severity: 'ok', headline: { text: 'Operational' } });
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

describe('the evidence names what leads and what contradicts it', () => {
  const said = (each: Case) => `${textOf(evidenceOf(verdict(each)))}.`;
  test.each<readonly [string, Case, string]>([
    ['all is well', {}, '1 of 1 component reports operational.'],
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
      '1 of 2 regions is not operational. API degraded. 0 of 1 component reports operational. The document calls itself operational, yet 1 of 1 component is not.',
    ],
    [
      'bad and not read since',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      '600 of 600 nodes were not operational at 02:14; not read since. 1 of 1 component reports operational.',
    ],
    [
      'both bad and not read since',
      {
        regions: regions({ fra1: critical }, { freshness: 'late' }),
        nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }),
      },
      '1 of 1 region and 600 of 600 nodes were not operational at 02:14; not read since. 1 of 1 component reports operational.',
    ],
    [
      'both bad, then contact lost',
      {
        freshness: 'lost',
        regions: regions({ fra1: 'degraded' }, { freshness: 'lost' }),
        nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }),
      },
      'No newer response has arrived. Last known: major outage. It may no longer be true. 1 of 1 component reported operational. 1 of 1 region and 600 of 600 nodes were not operational at 02:14; not read since.',
    ],
    [
      'both good and lost',
      {
        regions: regions({ fra1: 'operational' }, { freshness: 'lost' }),
        nodes: nodes({ operational: 100 }, { freshness: 'lost' }),
      },
      '1 of 1 component reports operational. Regions and nodes were last read at 02:14.',
    ],
    [
      'never read',
      { regions: unread, nodes: unread },
      '1 of 1 component reports operational. Regions and nodes have not been read yet.',
    ],
    [
      'good and lost',
      { regions: regions({ fra1: 'operational' }, { freshness: 'lost' }) },
      '1 of 1 component reports operational. Regions were last read at 02:14.',
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
      '1 region had no good node at 02:14; nodes were not read since. 1 of 1 component reports operational.',
    ],
    [
      'notices only',
      { nodes: nodes({ draining: 24, operational: 376 }) },
      '1 of 1 component reports operational. 24 of 400 nodes are not operational.',
    ],
  ])('%s', (_case, each, sentence) => {
    expect(said(each)).toBe(sentence);
  });
});

describe('a component that stands for nodes', () => {
  const edge = { 'Edge Nodes': 'operational', API: 'operational' };
  const marks = (each: Case) => verdict({ components: edge, ...each }).components.map(markOf);
  test.each<readonly [string, Case, Severity]>([
    ['keeps its mark below the share', { nodes: nodes({ degraded: 41, operational: 848 }) }, 'ok'],
    [
      'has the class of its nodes from the share on',
      { nodes: nodes({ degraded: 45, operational: 844 }) },
      'degraded',
    ],
    ['partial at most', { nodes: nodes({ [critical]: 600 }) }, 'partial'],
    [
      'is not confirmed if the list is lost',
      { nodes: nodes({ [critical]: 600 }, { freshness: 'lost' }) },
      'unvouched',
    ],
    ['is as sent if nodes do not count', { settings: off, nodes: nodes({ [critical]: 600 }) }, 'ok'],
  ])('%s', (_case, each, mark) => {
    expect(marks(each)).toEqual([mark, 'ok']);
    expect(verdict({ components: edge, ...each }).components[0]?.state.label).toBe('Operational');
  });

  const all = { [critical]: 600 };
  test.each<readonly [string, ListReading, string, string, number | null]>([
    [
      'below the share',
      nodes({ degraded: 41, operational: 848 }),
      `41 of 889 nodes are not, ${formatPercent(41, 889)}`,
      'counts from 5 %',
      null,
    ],
    [
      'in one class',
      nodes({ degraded: 45, operational: 844 }),
      `45 of 889 nodes are not, ${formatPercent(45, 889)} degraded`,
      '',
      null,
    ],
    [
      'in several classes',
      nodes({ [critical]: 4, degraded: 5, flux: 1, operational: 90 }),
      `10 of 100 nodes are not, ${formatPercent(10, 100)}`,
      '',
      null,
    ],
    ['at most partial', nodes(all), '600 of 600 nodes are not', 'at most partial here', null],
    [
      'out of date',
      nodes(all, { freshness: 'lost' }),
      '600 of 600 nodes were not at 02:14, not read since',
      '',
      readAt,
    ],
  ])('states the reason: %s', (_case, list, reason, remark, oldSince) => {
    const { evidence } = verdict({ components: edge, nodes: list }).components[0] ?? {};
    expect(textOf(evidence?.reason ?? [])).toBe(reason);
    expect(evidence).toMatchObject({ remark, oldSince });
  });
});

describe('everything is operational', () => {
  test.each<readonly [string, Case, boolean]>([
    ['if all of it was read and is', {}, true],
    ['if no list is offered', { regions: gone, nodes: gone }, true],
    ['not if a list is late', { nodes: nodes({ operational: 1 }, { freshness: 'late' }) }, false],
    ['not if a list is truncated', { nodes: nodes({ operational: 1 }, { claim: cut }) }, false],
    ['not if a node is draining', { nodes: nodes({ operational: 99, draining: 1 }) }, false],
    ['not if a node is assumed good', { nodes: nodes({ operational: 99, ok: 1 }) }, false],
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

test('a status document with many bad components takes work proportional to its size', () => {
  const components = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`C${index}`, 'down']));
  const worked = startWorkTime();
  expect(verdict({ components, nodes: nodes({ [critical]: 600 }) }).exceptions).toHaveLength(60_000);
  // Quadratic work would take a minute.
  expect(worked()).toBeLessThan(8_000);
});

test('lists never improve the verdict of the status document, and losing a list never improves the verdict', () => {
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
      // Never good again, and at best "not vouched for" if it was a problem.
      if (!isGood(now.severity) && now.severity !== 'notice')
        expect(isGood(verdict({ ...common, ...lost }).severity)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
