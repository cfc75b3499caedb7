import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { type Claim, exact } from '../lists/claim.ts';
import type { Group } from '../lists/listing.ts';
import type { Clause } from '../sentences/clause.ts';
import { isGood, type Severity, severityRank } from '../severity/severity.ts';
import { documentVerdict } from '../verdict/verdict.ts';
import { regionsAgainstNodes, statusAgainstList } from './inventory-contradictions.ts';

const atLeast: Claim = { kind: 'at-least', reasons: ['the list stops at 3'] };

function verdict(status: string | null, components: Readonly<Record<string, string | null>> = {}) {
  return documentVerdict({ answer: answerAt(0, documentOf(status, components)), failure: null }, 'fresh', {});
}

function counted(
  counts: Partial<Record<Severity, number>>,
  resource: 'node' | 'region' = 'node',
  claim = exact,
) {
  const groups = Object.entries(counts) as [Severity, number][];
  return { resource, counts: new Map(groups), claim };
}

/** Text of a sentence on the screen. */
function words(sentence: readonly Clause[]): string {
  return sentence.map(({ text, claim }) => `${claim?.kind === 'at-least' ? 'at least ' : ''}${text}`).join('');
}

describe('the status document against the listed nodes', () => {
  test.each([
    [
      'the component that stands for nodes',
      verdict('operational', { 'Edge Nodes': 'operational', Cache: 'operational' }),
      counted({ degraded: 2, unknown: 1, ok: 211 }),
      ['Edge Nodes operational; 3 of 214 nodes are not: 2 degraded, 1 unknown.'],
    ],
    [
      'the status document if no component stands for nodes',
      verdict('operational', { 'edge nodes': 'operational', 'Edge Nodes EU': 'operational' }),
      counted({ critical: 1, ok: 1 }),
      ['The status document says operational; 1 of 2 nodes is not: 1 major outage.'],
    ],
    [
      'a good word of another system',
      verdict('up', {}),
      counted({ notice: 1, assumed: 1 }),
      ['The status document says “up”; 1 of 2 nodes is not: 1 maintenance or notice.'],
    ],
    [
      'two components that stand for nodes, one of them good',
      verdict('degraded', { 'Edge Nodes': 'degraded', 'Edge Network': 'operational' }),
      counted({ degraded: 1, ok: 1 }),
      ['Edge Network operational; 1 of 2 nodes is not: 1 degraded.'],
    ],
    [
      'a component that is worse than every node',
      verdict('operational', { 'Edge Nodes': 'major_outage' }),
      counted({ ok: 214 }),
      ['Edge Nodes major outage; all 214 nodes are operational.'],
    ],
    [
      'assumed good nodes are not called operational',
      verdict('operational', { 'Edge Nodes': 'degraded' }),
      counted({ assumed: 1, ok: 213 }),
      ['Edge Nodes degraded; none of 214 nodes reports a problem.'],
    ],
    ['a bad status document may have other reasons', verdict('major_outage'), counted({ ok: 3 }), []],
    ['agreement', verdict('operational', { 'Edge Nodes': 'operational' }), counted({ ok: 2, assumed: 1 }), []],
    ['no nodes', verdict('operational', { 'Edge Nodes': 'down' }), counted({}), []],
    [
      'a component in maintenance',
      verdict('operational', { 'Edge Nodes': 'maintenance' }),
      counted({ ok: 3 }),
      [],
    ],
    ['an unknown word', verdict('flux'), counted({ degraded: 3 }), []],
  ])('%s', (_case, says, list, sentences) => {
    expect(statusAgainstList(says, list).map(({ sentence }) => words(sentence))).toEqual(sentences);
  });

  test('links to the rows that show it, and has their worst severity', () => {
    const [found] = statusAgainstList(verdict('operational'), counted({ partial: 1, notice: 4, ok: 9 }));
    expect(found).toMatchObject({
      kind: 'status-nodes',
      severity: 'partial',
      rows: { page: 'nodes', severity: ['partial', 'notice'] },
    });
  });

  test('counts of a truncated list are lower bounds, and prove nothing about further rows', () => {
    const bad = statusAgainstList(verdict('operational'), counted({ degraded: 1, ok: 2 }, 'node', atLeast));
    expect(bad.map(({ sentence }) => words(sentence))).toEqual([
      'The status document says operational; at least 1 of at least 3 nodes is not: at least 1 degraded.',
    ]);
    const speaking = verdict('operational', { 'Edge Nodes': 'down' });
    expect(statusAgainstList(speaking, counted({ ok: 3 }, 'node', atLeast))).toEqual([]);
  });

  test('only the status document stands for regions', () => {
    const says = verdict('operational', { Storage: 'operational', 'Object Store': 'degraded' });
    expect(
      statusAgainstList(says, counted({ unknown: 2, ok: 42 }, 'region')).map(({ sentence }) => words(sentence)),
    ).toEqual(['The status document says operational; 2 of 44 regions are not: 2 unknown.']);
  });

  test('a name that repeats 5,000 times has each of its states once', () => {
    const document = documentOf('operational', {});
    const components = Array.from({ length: 5000 }, (_, index) => ({
      name: 'Edge Nodes',
      status: index % 2 === 0 ? 'operational' : 'ok',
    }));
    const says = documentVerdict(
      { answer: answerAt(0, { ...document, components }), failure: null },
      'fresh',
      {},
    );
    expect(statusAgainstList(says, counted({ degraded: 1 }))).toHaveLength(2);
  });
});

function group(key: readonly (string | null)[], count: number): Group {
  return { key, count, sums: {} };
}

describe('regions against their nodes', () => {
  const regions = [
    group(['fra1', 'operational'], 1),
    group(['ams1', 'ok'], 1),
    group(['iad1', 'degraded'], 1),
    group(['sto1', 'operational'], 1),
    group([null, 'operational'], 1),
    group(['mix1', 'operational'], 1),
  ];
  const nodes = [
    group(['fra1', 'critical'], 3),
    group(['fra1', 'unknown'], 1),
    group(['ams1', 'notice'], 1),
    group(['iad1', 'critical'], 2),
    group([null, 'critical'], 2),
    group(['mix1', 'critical'], 2),
    group(['mix1', 'assumed'], 1),
  ];

  test('a region with a good word and no good node', () => {
    const found = regionsAgainstNodes(regions, nodes, exact, {});
    expect(found.map(({ sentence }) => words(sentence))).toEqual([
      'fra1 operational; none of its 4 nodes is: 3 major outage, 1 unknown.',
      'ams1 “ok”; its only node is not: 1 maintenance or notice.',
    ]);
    expect(found[0]).toMatchObject({ severity: 'critical', rows: { page: 'region', id: 'fra1' } });
  });

  test('with a truncated node list', () => {
    const [fra1] = regionsAgainstNodes(regions, nodes.slice(0, 1), atLeast, {});
    expect(words(fra1?.sentence ?? [])).toBe(
      'fra1 operational; none of its at least 3 nodes listed is: at least 3 major outage.',
    );
  });

  test('with configured classes of words', () => {
    expect(regionsAgainstNodes([group(['fra1', 'flux'], 1)], nodes, exact, { flux: 'ok' })).toHaveLength(1);
  });
});

test('only bad rows contradict a good word, and good rows never worsen anything', () => {
  const severity = fc.constantFrom<Severity>('ok', 'assumed', 'notice', 'unknown', 'degraded', 'critical');
  const counts = fc.dictionary(severity, fc.integer({ min: 1, max: 300 }));
  const word = fc.option(fc.constantFrom('operational', 'ok', 'degraded', 'flux', 'maintenance', ''));
  fc.assert(
    fc.property(word, word, counts, fc.constantFrom(exact, atLeast), (status, component, rows, claim) => {
      const says = verdict(status, component === null ? {} : { 'Edge Nodes': component });
      const speaker = says.components[0]?.state ?? says.claim;
      const list = counted(rows, 'node', claim);
      const hasBad = [...list.counts.keys()].some((each) => !isGood(each));
      const found = statusAgainstList(says, list);
      expect(found.length).toBeLessThanOrEqual(1);
      for (const each of found) {
        expect(isGood(speaker?.severity ?? 'unknown')).toBe(hasBad);
        expect(severityRank[each.severity]).toBeGreaterThan(severityRank.assumed);
      }
      if (speaker && isGood(speaker.severity)) expect(found.length > 0).toBe(hasBad);
    }),
  );
});
