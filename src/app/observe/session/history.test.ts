import { expect, test } from 'vitest';
import type { Sights } from '#domain/memory/changes.ts';
import { historyOf } from './history.ts';
import { mostChanges, recordSights, type SessionRecord } from './record.ts';
import { emptyRecord } from './seen.ts';

const path = '/api/v2/nodes';

function sights(words: Readonly<Record<string, string | null>>): Sights {
  return new Map(Object.entries(words).map(([id, word]) => [id, { name: id, word }]));
}

function read(record: SessionRecord, at: number, words: Readonly<Record<string, string | null>>, whole = true) {
  return recordSights(record, 'node', path, sights(words), { at, until: at + 10 }, whole);
}

function history(record: SessionRecord, id = 'a') {
  return historyOf(record, 'node', id, {}).map(({ value, from, to }) => [value, from, to]);
}

test('a node that never changed has one state for the time its list was confirmed', () => {
  let record = read(emptyRecord(0), 0, { a: 'operational' });
  record = read(record, 8, { a: 'operational' });
  expect(history(record)).toEqual([['ok', 0, 18]]);
  record = read(record, 40, { a: 'operational' });
  expect(history(record)).toEqual([
    ['ok', 0, 18],
    ['ok', 40, 50],
  ]);
});

test('a change splits the state, and the time before it was listed is left out', () => {
  let record = read(emptyRecord(0), 0, { b: 'operational' });
  record = read(record, 10, { a: 'operational', b: 'operational' });
  record = read(record, 20, { a: 'degraded_performance', b: 'operational' });
  expect(history(record)).toEqual([
    ['ok', 10, 20],
    ['degraded', 20, 30],
  ]);
  record = read(record, 30, { b: 'operational' });
  expect(history(record)).toEqual([
    ['ok', 10, 20],
    ['degraded', 20, 30],
  ]);
});

test('a truncated list gives no history, nor do dropped changes', () => {
  let record = read(emptyRecord(0), 0, { a: 'operational' }, false);
  expect(history(record)).toEqual([]);
  record = emptyRecord(0);
  const others = Array.from({ length: mostChanges }, (_, index) => `b${index}`);
  for (const at of [0, 10, 20])
    record = read(record, at, {
      a: 'operational',
      ...Object.fromEntries(others.map((id) => [id, `word at ${at}`])),
    });
  expect(history(record)).toEqual([['ok', 10, 30]]);
});
