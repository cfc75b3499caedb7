import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import { edgesOf, hiddenIn, type IsolatedPoll, marksOf } from './marks.ts';
import type { Piece } from './shares.ts';

test('marks tile the window in whole milliseconds', () => {
  expect(edgesOf({ from: 10, to: 110 }, 3)).toEqual([10, 43, 76, 110]);
});

test('the worst observed class leads, and a bad isolated poll colours its mark without adding time', () => {
  const pieces: readonly Piece[] = [
    { from: 0, to: 4_000, severity: 'ok' },
    { from: 4_000, to: 6_000, severity: null },
    { from: 6_000, to: 7_000, severity: 'unknown' },
    { from: 7_000, to: 8_000, severity: 'vanished' },
    { from: 8_000, to: 16_000, severity: null },
  ];
  const isolated: readonly IsolatedPoll[] = [
    { at: 12_000, severity: 'critical' },
    { at: 14_500, severity: 'ok' },
  ];
  expect(marksOf([0, 4_000, 8_000, 12_000, 14_000, 16_000], pieces, isolated)).toEqual({
    worst: 'ov-c-',
    // One character per mark, for the share of it that was observed: the first mark completely, the second by
    // half.
    seen: '_fAAA',
  });
});

const severities: readonly (Severity | null)[] = [
  null,
  'ok',
  'notice',
  'degraded',
  'critical',
  'unknown',
  'vanished',
];

test('a mark is empty only if nothing is observed, and full only if everything is', () => {
  const pieces = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(...severities)), {
      minLength: 1,
      maxLength: 30,
    })
    .map((steps) => {
      let at = 0;
      return steps.map(([length, severity]): Piece => {
        const from = at;
        at += length;
        return { from, to: at, severity };
      });
    });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 400 }), (known, marks) => {
      const to = known.at(-1)?.to ?? 0;
      const edges = edgesOf({ from: 0, to }, marks);
      const { worst, seen } = marksOf(edges, known);
      expect([worst.length, seen.length]).toEqual([marks, marks]);
      const wrong = Array.from({ length: marks }, (_, index) => index).filter((index) => {
        const [begin = 0, end = 0] = [edges[index], edges[index + 1]];
        const within = known.filter((piece) => piece.from < end && piece.to > begin);
        const observed = within.reduce(
          (sum, piece) =>
            piece.severity === null ? sum : sum + Math.min(end, piece.to) - Math.max(begin, piece.from),
          0,
        );
        if ((worst[index] === '-') !== (observed === 0)) return true;
        if (end === begin) return false;
        return (
          (seen[index] === 'A') !== (observed === 0) || (seen[index] === '_') !== (observed === end - begin)
        );
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('an outage could hide in a gap, and between two polls', () => {
  const common = { cause: null, detail: null, looks: 2, complete: true } as const;
  const intervals = [
    { ...common, from: 0, to: 10_000, outcome: 'seen', longest: 2_500 },
    { ...common, from: 10_000, to: 40_000, outcome: 'blind', longest: 30_000 },
    { ...common, from: 40_000, to: null, outcome: 'blind', longest: null },
  ] as const;
  expect(hiddenIn({ from: 0, to: 10_000 }, intervals, 60_000)).toBe(2_500);
  expect(hiddenIn({ from: 9_000, to: 15_000 }, intervals, 60_000)).toBe(5_000);
  expect(hiddenIn({ from: 50_000, to: 60_000 }, intervals, 60_000)).toBe(10_000);
});
