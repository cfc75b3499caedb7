import { expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { type Claim, exact } from '../lists/claim.ts';
import { textOf } from '../sentences/clause.ts';
import type { ListReading } from '../verdict/tally.ts';
import { documentVerdict } from '../verdict/verdict.ts';
import { tallyChecks } from './tally-contradictions.ts';

type Row = readonly [code: string | null, word: string, count: number];

function list(
  readAt: number,
  rows: readonly Row[],
  part: Partial<ListReading> & { claim?: Claim } = {},
): ListReading {
  const groups = rows.map(([code, word, count]) => ({ code, name: null, word, count }));
  return {
    availability: 'offered',
    freshness: 'fresh',
    readAt,
    tally: { groups, claim: part.claim ?? exact },
    ...part,
  };
}

const verdict = documentVerdict(
  { answer: answerAt(3_000, documentOf('operational', { 'Edge Nodes': 'operational' })), failure: null },
  'fresh',
  {},
);
const regions = list(1_000, [
  ['ams1', 'operational', 1],
  ['fra1', 'operational', 1],
]);
const nodes = list(2_000, [
  ['ams1', 'operational', 3],
  ['fra1', 'down', 2],
]);

function looks(
  statusReadAt: number | null,
  inventory: { readonly regions: ListReading; readonly nodes: ListReading },
) {
  return tallyChecks(verdict, statusReadAt, inventory, {}).map(({ check, at, found, isComplete }) => ({
    check,
    at,
    isWhole: isComplete,
    found: found.map(({ sentence }) => textOf(sentence)),
  }));
}

test('tallies contradict the status document and the regions', () => {
  expect(looks(3_000, { regions, nodes })).toEqual([
    {
      check: 'status-nodes',
      at: 3_000,
      isWhole: true,
      found: ['Edge Nodes operational; 2 of 5 nodes are not: 2 major outage.'],
    },
    { check: 'status-regions', at: 3_000, isWhole: true, found: [] },
    {
      check: 'region-nodes',
      at: 2_000,
      isWhole: true,
      found: ['fra1 operational; none of its 2 nodes is: 2 major outage.'],
    },
  ]);
});

test('tallies that are not fresh, or have no codes, are not checked', () => {
  expect(looks(null, { regions, nodes }).map(({ check }) => check)).toEqual(['region-nodes']);
  const late = { ...nodes, freshness: 'late' } as const;
  expect(looks(3_000, { regions, nodes: late }).map(({ check }) => check)).toEqual(['status-regions']);
  const byWord = list(2_000, [[null, 'down', 90_000]]);
  expect(looks(3_000, { regions, nodes: byWord }).map(({ check }) => check)).toEqual([
    'status-nodes',
    'status-regions',
  ]);
});

test('a truncated list proves no agreement', () => {
  const cut = list(2_000, [['ams1', 'operational', 3]], { claim: { kind: 'at-least', reasons: [] } });
  expect(looks(3_000, { regions, nodes: cut }).map(({ isWhole: isComplete }) => isComplete)).toEqual([
    false,
    true,
    false,
  ]);
});
