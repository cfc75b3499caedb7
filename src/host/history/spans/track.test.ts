import { assert, nat, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import type { SpanRow } from '../rows.ts';
import { SpanTable } from './span-table.ts';
import type { Track } from './track.ts';

const rowAt = (from: number, what: Partial<SpanRow> = {}): SpanRow => ({
  table: 'span',
  subject: 1,
  from,
  notBefore: from - 5,
  to: null,
  word: 1,
  endpoint: 1,
  folded: 0,
  ...what,
});

function tracked(rows: readonly SpanRow[]): Track {
  const table = new SpanTable();
  for (const row of rows) table.note(row);
  const track = table.of(1);
  if (!track) throw new Error('Nothing was noted.');
  return track;
}

test('a rewritten span replaces the one with the same start', () => {
  const track = tracked([rowAt(10), rowAt(20), rowAt(10, { word: 7, folded: 12, notBefore: null })]);
  expect(track.count).toBe(2);
  expect(track.at(0)).toEqual({ from: 10, notBefore: null, word: 7, endpoint: 1, folded: 12 });
  expect([track.toAt(0), track.toAt(1)]).toEqual([20, Number.POSITIVE_INFINITY]);
});

test('spans are stored in order of time, in any order of arrival', () => {
  assert(
    property(uniqueArray(nat(1000), { minLength: 1 }), nat(1000), (times, asked) => {
      const track = tracked(times.map((from) => rowAt(from, { word: from })));
      const sorted = times.toSorted((a, b) => a - b);
      expect(sorted.map((_, index) => track.fromAt(index))).toEqual(sorted);
      expect(sorted.map((_, index) => track.wordAt(index))).toEqual(sorted);
      expect(track.indexAt(asked)).toBe(sorted.findLastIndex((from) => from <= asked));
    }),
  );
});

test('ended spans are dropped, and the open one stays', () => {
  const table = new SpanTable();
  for (const row of [rowAt(10), rowAt(20), rowAt(30)]) table.note(row);
  table.dropBefore(25);
  expect([table.of(1)?.count, table.of(1)?.fromAt(0)]).toEqual([2, 20]);
  table.dropBefore(900);
  expect([table.of(1)?.count, table.of(1)?.fromAt(0)]).toEqual([1, 30]);
});
