import { describe, expect, test } from 'vitest';
import type { Failure } from '#domain/answer/answer.ts';
import type { Freshness } from '#domain/answer/freshness.ts';
import { exact } from '#domain/lists/claim.ts';
import { textOf } from '#domain/sentences/clause.ts';
import { answerAt, documentOf, failureAt } from '#testing/feeds.ts';
import type { ListReading } from '../tally.ts';
import { verdictOf } from '../verdict-of.ts';
import {
  compareRanks,
  contradictedClaim,
  type DeploymentRank,
  furtherSentencesOf,
  lastKnownOf,
  troublesOf,
} from './trouble.ts';

type Words = Readonly<Record<string, string>>;

const listed = (groups: NonNullable<ListReading['tally']>['groups'], freshness: Freshness): ListReading => ({
  availability: 'offered',
  freshness,
  readAt: Date.UTC(2026, 2, 12, 2, 14),
  tally: { groups, claim: exact },
});

/**
 * Computes a verdict.
 *
 * @param nodes - number, status word and region of each group of nodes.
 */
function verdict(
  status: string,
  components: Words,
  regions: Words,
  nodes: readonly (readonly [number, string, string])[],
  failure: Failure | null = null,
  freshness: Freshness = failure ? 'lost' : 'fresh',
  lists = freshness,
) {
  return verdictOf(
    { answer: answerAt(0, documentOf(status, components)), failure },
    freshness,
    { words: {} },
    {
      inventory: {
        regions: listed(
          Object.entries(regions).map(([code, word]) => ({ code, name: code, word, count: 1 })),
          lists,
        ),
        nodes: listed(
          nodes.map(([count, word, code]) => ({ code, name: null, word, count })),
          lists,
        ),
      },
    },
  );
}

const good = 'operational';
const components = { API: good, Storage: good, Cache: good };
const regions = { fra1: good, ams1: good };

describe('troubles are listed by kind', () => {
  test.each<readonly [string, ReturnType<typeof verdict>, readonly string[], string | null, string]>([
    [
      'two components by name',
      verdict('degraded', { ...components, API: 'degraded', Cache: 'outage' }, regions, [[9, good, 'fra1']]),
      ['2 of 3 components: Cache and API'],
      null,
      'The document calls itself degraded',
    ],
    [
      'three, the worst first, then nodes',
      verdict('outage', { API: 'degraded', Storage: 'degraded', Cache: 'outage' }, regions, [
        [38, 'degraded', 'fra1'],
        [9, good, 'fra1'],
      ]),
      ['3 of 3 components, Cache first', '38 nodes'],
      null,
      '',
    ],
    [
      'regions and nodes under a good status document',
      verdict(good, components, { ...regions, fra1: 'degraded' }, [
        [1, 'degraded', 'fra1'],
        [9, good, 'ams1'],
      ]),
      ['1 of 2 regions', '1 node'],
      'The status document says operational, 3 of 3 components',
      '',
    ],
    [
      'too few nodes to count',
      verdict(good, components, regions, [
        [1, 'degraded', 'fra1'],
        [99, good, 'fra1'],
      ]),
      ['1 node'],
      null,
      '3 of 3 components report operational',
    ],
    [
      'nothing',
      verdict(good, components, regions, [[9, good, 'fra1']]),
      [],
      null,
      '3 of 3 components report operational',
    ],
  ])('%s', (_case, said, figures, claim, besides) => {
    expect(troublesOf(said).map(({ figure, names }) => textOf([...figure, ...names]))).toEqual(figures);
    const told = contradictedClaim(said);
    expect(told && textOf(told)).toBe(claim);
    expect(textOf(furtherSentencesOf(said))).toBe(besides);
  });
});

describe('without contact, the last state comes before the cause', () => {
  const refused = failureAt(1, { kind: 'unreachable', reason: 'connection-refused' });
  test.each<readonly [string, string, Words, readonly (readonly [number, string, string])[], string]>([
    [
      'lists with major outages',
      good,
      components,
      [[9, 'major_outage', 'ams1']],
      'Last known: major outage, 9 of 9 nodes. ',
    ],
    [
      'bad components',
      'degraded',
      { ...components, API: 'degraded' },
      [],
      'Last known: degraded, 1 of 3 components. ',
    ],
    ['all good', good, components, [[9, good, 'fra1']], 'Last known: operational, 3 of 3 components. '],
  ])('%s', (_case, status, parts, nodes, expected) => {
    const said = lastKnownOf(verdict(status, parts, {}, nodes, refused));
    expect(textOf(said)).toMatch(new RegExp(`^${expected}\\w.*[^. ]$`));
  });

  test('but not if current lists show the present state', () => {
    const said = verdict(good, components, {}, [[9, 'major_outage', 'ams1']], refused, 'lost', 'fresh');
    expect([said.severity, lastKnownOf(said)]).toEqual(['critical', []]);
  });

  test('and nothing for a deployment with contact', () => {
    for (const freshness of ['fresh', 'late'] as const)
      expect(lastKnownOf(verdict(good, components, {}, [[9, good, 'ams1']], null, freshness))).toEqual([]);
  });

  test('and nothing for a deployment that was never read', () => {
    const never = verdictOf({ answer: null, failure: refused }, 'lost', { words: {} });
    expect(lastKnownOf(never)).toEqual([]);
  });
});

test('each figure links to its rows, a region without a good node by its class', () => {
  const words = verdict(good, components, { ...regions, fra1: 'degraded' }, [
    [1, 'outage', 'fra1'],
    [9, good, 'fra1'],
  ]);
  expect(troublesOf(words).map(({ rows }) => rows)).toEqual([
    { severity: ['degraded'] },
    { severity: ['critical'] },
  ]);
  const nodes = verdict(good, components, regions, [
    [9, 'outage', 'fra1'],
    [1, good, 'ams1'],
  ]);
  expect(troublesOf(nodes).map(({ rows }) => rows)).toEqual([
    { severity: ['partial'] },
    { severity: ['critical'] },
  ]);
});

test('deployments are sorted worst first, no contact before unknown words', () => {
  const standing = (
    severity: DeploymentRank['severity'],
    more: Partial<DeploymentRank> = {},
  ): DeploymentRank => ({
    severity,
    isLost: false,
    notGood: [0, 0, 0],
    ...more,
  });
  const ranked = [
    standing('critical'),
    standing('degraded', { notGood: [1, 0, 0] }),
    standing('degraded', { notGood: [0, 2, 1] }),
    standing('degraded', { notGood: [0, 1, 90] }),
    standing('unvouched', { isLost: true }),
    standing('unvouched'),
    standing('unknown'),
    standing('notice'),
    standing('ok'),
  ];
  expect(ranked.toReversed().toSorted(compareRanks)).toEqual(ranked);
  expect(compareRanks(standing('assumed'), standing('ok'))).toBe(0);
});
