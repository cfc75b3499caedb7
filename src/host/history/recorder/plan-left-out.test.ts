import { expect, test } from 'vitest';
import { begin, nodes } from '#testing/history/history-responses.ts';
import { answeredAt, nodesObservation } from '#testing/observer/polls.ts';
import { Present } from '../memory/present.ts';
import type { Row } from '../rows.ts';
import { SpanTable } from '../spans/span-table.ts';
import type { HistoryStore } from '../store/store.ts';
import { Recorder } from './recorder.ts';

const minute = 60_000;

function named(from: number, to: number, word = 'operational') {
  return Object.fromEntries(
    Array.from({ length: to - from }, (_, index) => [`n${from + index}`, ['f', word] as const]),
  );
}

/**
 * A recorder, and a function that records a poll and returns the number of written rows without those of the
 * poll itself.
 */
async function recording() {
  let written: readonly Row[] = [];
  const write = async (rows: readonly Row[]) => {
    written = rows.filter(({ table }) => table !== 'look' && table !== 'sight');
  };
  const present = new Present();
  present.loaded();
  const spans = new SpanTable();
  const store = { write } as Pick<HistoryStore, 'write'> as HistoryStore;
  const recorder = new Recorder({ store, present, spans, version: '1' }, begin);
  await recorder.begin();
  const poll = async (at: number, list: Parameters<typeof nodesObservation>[0], complete: boolean) => {
    const observation = { ...nodesObservation(list), totals: [] };
    await recorder.take(answeredAt(begin + at, nodes, observation, { complete }), begin + at);
    return written.length;
  };
  return { poll, present, spans };
}

test('a list that stays truncated writes no row for the nodes that it leaves out', async () => {
  const { poll } = await recording();
  await poll(0, named(0, 20_000), true);
  expect(await poll(minute, named(0, 100), false)).toBeLessThan(2 * 20_000 + 10);
  for (let count = 2; count < 10; count += 1) expect(await poll(count * minute, named(0, 100), false)).toBe(0);
});

test('a list that is truncated at every second poll writes no row either, after the first', async () => {
  const { poll } = await recording();
  await poll(0, named(0, 1_000), true);
  await poll(minute, named(0, 100), false);
  for (let count = 1; count < 10; count += 1) {
    expect(await poll(2 * count * minute, named(0, 1_000), true)).toBe(0);
    expect(await poll((2 * count + 1) * minute, named(0, 100), false)).toBe(0);
  }
});

test('a node that comes and goes too often stays left out for the quarter of an hour, unless its word changes', async () => {
  const { poll, present, spans } = await recording();
  const [both, one] = [named(0, 2), named(0, 1)];
  await poll(0, both, true);
  let rows = 0;
  for (let count = 1; count <= 1_000; count += 1)
    rows += await poll(count * 3_600, count % 2 === 0 ? both : one, false);
  // A thousand changes: 60 are recorded in the first hour, and then one per quarter of an hour. Each change
  // ends a span and begins one.
  expect(rows).toBeLessThan(2 * (60 + 2 * 4) + 10);
  await poll(1_000 * 3_600 + 1_000, one, false);
  await poll(1_000 * 3_600 + 2_000, named(0, 2, 'down'), false);
  const beside = present.subjectOf('edge', 'left-out-node', 'n1', 1);
  expect(present.open(beside?.id ?? 0)?.word).toBe(0);
  expect(spans.of(beside?.id ?? 0)?.count).toBeGreaterThan(60);
});
