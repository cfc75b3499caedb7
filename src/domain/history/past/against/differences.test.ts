import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Difference,
  differencesBetween,
  type Known,
  type SubjectsThen,
  type SubjectThen,
  severityOfDifference,
  sortDifferences,
  tallyOf,
} from './differences.ts';

const seen: fc.Arbitrary<SubjectThen> = fc.record({
  name: fc.constantFrom('a', 'b'),
  word: fc.constantFrom('operational', 'degraded', null),
  region: fc.constantFrom('fra1', 'zrh1', null),
  capacity: fc.constantFrom('10G', '40G', null),
  title: fc.constantFrom('A', 'B', null),
});

const known: fc.Arbitrary<Known> = fc.constantFrom('complete', 'partial', 'none');

const then: fc.Arbitrary<SubjectsThen> = fc.record({
  subjects: fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), seen)).map((rows) => new Map(rows)),
  known,
  isWhole: fc.boolean(),
});

function listOf(words: Readonly<Record<string, string>>, more: Partial<SubjectsThen> = {}): SubjectsThen {
  const subjects = new Map(Object.entries(words).map(([id, word]) => [id, { name: id, word }]));
  return { subjects, known: 'complete', isWhole: true, ...more };
}

const mirrorKind = { appeared: 'gone', gone: 'appeared' } as const;

function mirrored(difference: Difference) {
  const changes = difference.changes.map(({ kind, from, to }) => ({
    kind: kind === 'appeared' || kind === 'gone' ? mirrorKind[kind] : kind,
    from: to,
    to: from,
  }));
  return { id: difference.id, isCertain: difference.isCertain, changes };
}

function plain({ id, isCertain, changes }: Difference) {
  return { id, isCertain, changes: changes.map(({ kind, from, to }) => ({ kind, from, to })) };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return Number(a.id) - Number(b.id);
}

describe('two moments', () => {
  test('that are the same do not differ', () => {
    fc.assert(
      fc.property(then, (a) => {
        expect(differencesBetween('node', a, a)).toEqual([]);
      }),
    );
  });

  test('differ the other way round after a swap', () => {
    fc.assert(
      fc.property(then, then, (a, b) => {
        const back = differencesBetween('node', b, a).map(mirrored).toSorted(byId);
        expect(differencesBetween('node', a, b).map(plain).toSorted(byId)).toEqual(back);
      }),
    );
  });

  test('prove no absence by a list that may be truncated, and nothing by a moment without coverage', () => {
    fc.assert(
      fc.property(then, then, (a, b) => {
        for (const { before, after, isCertain } of differencesBetween('node', a, b)) {
          if (!isCertain) continue;
          expect([a.known, b.known]).not.toContain('none');
          if (before === null) expect(a.isWhole).toBe(true);
          if (after === null) expect(b.isWhole).toBe(true);
        }
      }),
    );
  });

  test('name each subject once, and only subjects of one of them', () => {
    fc.assert(
      fc.property(then, then, (a, b) => {
        const ids = differencesBetween('node', a, b).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(a.subjects.has(id) || b.subjects.has(id)).toBe(true);
      }),
    );
  });

  test('that are merely not recorded in full do not change a state to nothing', () => {
    const partial: SubjectsThen = {
      subjects: new Map([['1', { name: '1', word: null }]]),
      known: 'partial',
      isWhole: true,
    };
    expect(differencesBetween('node', listOf({ 1: 'operational' }), partial)).toEqual([]);
  });
});

test('certain differences come first, then the worst, then by name', () => {
  const before = listOf({ a: 'operational', b: 'operational', c: 'operational', d: 'operational' });
  const after = listOf({ a: 'degraded_performance', b: 'major_outage', d: 'operational', e: 'operational' });
  const sorted = sortDifferences(differencesBetween('component', before, after), {});
  expect(sorted.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'e']);
  expect(sorted.map((each) => severityOfDifference(each, {}))).toEqual([
    'critical',
    'degraded',
    'vanished',
    null,
  ]);
  expect(tallyOf(sorted)).toEqual(['2 changed state', '1 vanished', '1 appeared']);
});

test('differences that are not certain are not counted', () => {
  const before = listOf({ a: 'operational', b: 'operational' });
  const after = listOf({ b: 'degraded' }, { isWhole: false });
  const sorted = sortDifferences(differencesBetween('component', before, after), {});
  expect(sorted.map(({ id, isCertain }) => [id, isCertain])).toEqual([
    ['b', true],
    ['a', false],
  ]);
  expect(tallyOf(sorted)).toEqual(['1 changed state']);
});
