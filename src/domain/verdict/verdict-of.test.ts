import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Case,
  critical,
  cut,
  gone,
  list,
  type More,
  nodes,
  off,
  on,
  regions,
  unread,
  verdict,
} from '#testing/verdicts.ts';
import { startWorkTime } from '#testing/work-time.ts';
import type { Availability } from '../answer/answer.ts';
import type { Freshness } from '../answer/freshness.ts';
import { exact } from '../lists/claim.ts';
import { isGood, severityRank } from '../severity/severity.ts';
import { reaches } from './part-classes.ts';
import type { ListReading, TallyGroup } from './tally.ts';

/**
 * Cases of the form "name: parts → severity, headline". Parts that are not given are good. The first word of
 * a part may give its freshness (`late`, `lost`), a truncated list (`cut`) or the state of the endpoint
 * (`unread`, `failing`, `unoffered`, `withdrawn`). Nodes are in `fra1` by default.
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

/** Reads one part of a case: the state of the list from the first word, and then its words. */
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
  // Work that grows with the square of the number would take a minute.
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
      // A verdict that was bad is never good again when its lists are lost.
      if (!isGood(now.severity) && now.severity !== 'notice')
        expect(isGood(verdict({ ...common, ...lost }).severity)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
