import { describe, expect, test } from 'vitest';
import type { StripEntry } from '#contract/history.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  rows,
  status,
  window,
} from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, statusObservation } from '#testing/observer/polls.ts';

describe('strips', () => {
  test('are in the order of the newest response, absent subjects last', async () => {
    const record = new RecordInMemory();
    record.read(
      answeredAt(begin, status, statusObservation('operational', { Z: 'down', B: 'down', A: 'down' })),
    );
    record.read(answeredAt(begin + 2_000, status, statusObservation('operational', { C: 'down', A: 'down' })));
    const keys = async (from: number, to: number) =>
      (await rows<StripEntry>(`/edge/strips?kind=component&${window(from, to)}`, contextOf(record))).map(
        ({ key }) => key,
      );
    expect(await keys(0, 60)).toEqual(['C', 'A', 'B', 'Z']);
    // Subjects that were absent in the complete window have no strip.
    expect(await keys(3, 60)).toEqual(['C', 'A']);
    expect(await keys(0, 1)).toEqual(['A', 'B', 'Z']);
  });

  test.each<[string, string, string, number, unknown]>([
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-23T00:00:00Z', 2, [[86_400_000, 2]]],
    [
      'Europe/Berlin',
      '2026-10-23T22:00:00Z',
      '2026-10-26T23:00:00Z',
      3,
      [
        [86_400_000, 1],
        [90_000_000, 1],
        [86_400_000, 1],
      ],
    ],
    [
      'UTC',
      '2026-11-23T00:00:00.000Z',
      '2026-11-23T00:00:00.010Z',
      3,
      [
        [3, 2],
        [4, 1],
      ],
    ],
  ])('marks in %s from %s to %s', async (zone, from, to, marks, lengths) => {
    const address = `/edge/strips?kind=component&from=${from}&to=${to}&marks=${marks}&zone=${zone}`;
    expect((await ask(address, contextOf(exampleRecord()))).body).toMatchObject({
      kind: 'component',
      zone,
      marks,
      lengths,
    });
  });
});
