import { expect, test } from 'vitest';
import { stripFromSpans } from '#domain/history/timeline.ts';
import type { Change, SeenSubjects } from '#domain/memory/changes.ts';
import { componentEntries, lastChangeOf, severitiesOver, sinceOf, subjectLog } from './history.ts';
import { emptyLog } from './seen.ts';
import { logList, mostChanges, type SessionLog } from './session-log.ts';

const path = '/api/v2/nodes';

function subjects(words: Readonly<Record<string, string | null>>): SeenSubjects {
  return new Map(Object.entries(words).map(([id, word]) => [id, { name: id, word }]));
}

function read(record: SessionLog, at: number, words: Readonly<Record<string, string | null>>, whole = true) {
  return logList(record, 'node', path, subjects(words), { at, until: at + 10 }, whole);
}

function history(record: SessionLog, id = 'a') {
  return severitiesOver(record, 'node', id, {}).map(({ value, from, to }) => [value, from, to]);
}

test('a node that never changed has one state for the time its list was confirmed', () => {
  let record = read(emptyLog(0), 0, { a: 'operational' });
  record = read(record, 8, { a: 'operational' });
  expect(history(record)).toEqual([['ok', 0, 18]]);
  record = read(record, 40, { a: 'operational' });
  expect(history(record)).toEqual([
    ['ok', 0, 18],
    ['ok', 40, 50],
  ]);
});

test('a change splits the state, and the time before it was listed is left out', () => {
  let record = read(emptyLog(0), 0, { b: 'operational' });
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
  let record = read(emptyLog(0), 0, { a: 'operational' }, false);
  expect(history(record)).toEqual([]);
  record = emptyLog(0);
  const others = Array.from({ length: mostChanges }, (_, index) => `b${index}`);
  for (const at of [0, 10, 20])
    record = read(record, at, {
      a: 'operational',
      ...Object.fromEntries(others.map((id) => [id, `word at ${at}`])),
    });
  expect(history(record)).toEqual([['ok', 10, 30]]);
});

test('the strip of a node is as observed: worst state of each mark, gaps, and nothing in the future', () => {
  const second = 1_000;
  let log = emptyLog(0);
  for (const [at, word] of [
    [100, 'operational'],
    [110, 'operational'],
    [120, 'degraded_performance'],
    [300, 'operational'],
  ] as const)
    log = logList(
      log,
      'node',
      path,
      subjects({ a: word }),
      { at: at * second, until: (at + 20) * second },
      true,
    );
  const now = 310 * second;
  const { spans, coverage } = subjectLog(log, { kind: 'node', key: 'a' }, {}, now);
  const strip = stripFromSpans(spans, { data: coverage, knownUntil: null }, { from: 0, to: 360 * second });
  const marks = strip?.entry.worst ?? '';
  // Each mark is 4 s long. Nothing is known before the first poll and after now.
  expect(marks).toMatch(/^-{25}o{5}d{5}-{40}o{3}-{12}$/);
  expect(strip?.entry).toMatchObject({ good: 30 * second, bad: 20 * second, unobserved: 310 * second });
  expect(coverage.map(({ outcome }) => outcome)).toEqual(['seen', 'blind', 'seen']);
});

test('a change between two readings has an exact time; a state at the first one or after a gap may be older', () => {
  const run = (value: 'ok' | 'critical', from: number, to: number) => ({ value, from, to });
  expect(sinceOf([run('ok', 0, 60), run('critical', 60, 80)])).toEqual({
    from: 60,
    before: false,
    isFirst: false,
  });
  expect(sinceOf([run('critical', 0, 60)])?.before).toBe(true);
  expect(sinceOf([run('ok', 0, 60), run('critical', 90, 100)])?.before).toBe(true);
  expect(sinceOf([])).toBeNull();
});

test('the newest change of a word has both words and its change window', () => {
  let log = read(emptyLog(0), 0, { a: 'operational' });
  log = read(log, 10, { a: 'operational' });
  expect(lastChangeOf(log, 'node', 'a')).toBeNull();
  log = read(log, 20, { a: 'degraded' });
  expect(lastChangeOf(log, 'node', 'a')).toEqual({
    word: 'degraded',
    before: 'operational',
    from: 20,
    notBefore: 10,
  });
});

test('the marks of a session are the state changes of components in the window, on the host’s clock', () => {
  const at = Date.parse('2026-11-27T12:00:00Z');
  const change = (more: Partial<Change>): Change => ({
    at,
    kind: 'state',
    subject: 'component',
    id: 'routing',
    name: 'Routing',
    region: null,
    from: 'operational',
    to: 'down',
    notBefore: null,
    ...more,
  });
  const changes = [
    change({}),
    change({ kind: 'gone', to: null }),
    change({ kind: 'appeared', from: null }),
    change({ at: at - 1 }),
    change({ at: at + 11 }),
    change({ subject: 'node' }),
    change({ kind: 'capacity' }),
  ];
  const entry = { key: 'Routing', at: '2026-11-27T12:00:00.000Z' };
  expect(componentEntries(changes, { from: at, to: at + 10 })).toEqual([
    { ...entry, type: 'state', after: 'down' },
    { ...entry, type: 'vanished', after: null },
    { ...entry, type: 'appeared', after: 'down' },
  ]);
});
