import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Handover } from '#contract/reports/handover.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { HistoryStore } from '#host/history/store/store.ts';
import { composed, contentOf } from '#testing/history/handovers.ts';
import { ask, begin, contextOf, nodes, status } from '#testing/history/history-responses.ts';
import { added, newNote } from '#testing/history/notes.ts';
import { type AnsweringInMemory, RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  failedAt,
  listObservation,
  nodesObservation,
  recordedDeployment,
  statusObservation,
} from '#testing/observer/polls.ts';

const events = '/api/v1/events';
const olderNodes = '/api/v1/nodes';

async function handoverAt(context: AnsweringInMemory, from: number, to: number): Promise<Handover> {
  const window = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const { status: code, body } = await ask(`/edge/handover?${window}`, context);
  expect(code).toBe(200);
  return body as unknown as Handover;
}

async function addedNote(store: HistoryStore, time: Window, isWithdrawn: boolean): Promise<void> {
  const id = await added(store, newNote(0, { deployment: 'edge', ...time }));
  const withdrawal = { withdrawnAt: time.to, withdrawnBy: 'Bo', withdrawnVerified: true, reason: 'no' };
  if (isWithdrawn) await store.withdrawNote({ deployment: 'edge', id, ...withdrawal });
}

const word = fc.constantFrom('operational', 'maintenance', 'degraded', 'down', 'flux', null);

const step = fc.record({
  gap: fc.constantFrom(1, 2_000, 11_999, 12_001, 60_000, 4_000_000),
  path: fc.constantFrom<EndpointPath>(status, status, nodes, olderNodes, events),
  isComplete: fc.boolean(),
  failure: fc.constantFrom(null, null, null, null, 'unreachable', 'denied', 'restart', 'sleep'),
  words: fc.tuple(word, word),
  pop: fc.constantFrom('ams1', 'fra1'),
  capacity: fc.constantFrom('100G', '200G'),
  counts: fc.tuple(fc.option(fc.integer({ min: 0, max: 20 })), fc.option(fc.integer({ min: 0, max: 20 }))),
});

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

function observationOf({ path, words: [first, second], pop, capacity, counts }: Step) {
  if (path === status) {
    const components = { API: first, ...(second === null ? {} : { Web: second }) };
    return statusObservation(second, components);
  }
  if (path === events)
    return listObservation(
      'event',
      counts.flatMap((count, index) => {
        const key = `evt_${index}`;
        const body = JSON.stringify({ id: key, name: `name ${capacity}`, source: 'api' });
        return count === null ? [] : [{ key, body, amounts: [count] }];
      }),
    );
  return nodesObservation({
    nod_1: [pop, first ?? 'operational', capacity],
    ...(second === null ? {} : { nod_2: ['fra1', second] as const }),
  });
}

function recordOf(steps: readonly Step[]): { readonly record: RecordInMemory; readonly end: number } {
  const record = new RecordInMemory();
  let at = begin;
  for (const each of steps) {
    at += each.gap;
    if (each.failure === 'restart') record.restart(at);
    else if (each.failure === 'sleep') record.sleep(at - 1, at);
    else if (each.failure !== null) record.read(failedAt(at, each.path, each.failure));
    else
      record.read(
        answeredAt(at, each.path, observationOf(each), {
          complete: each.path === status || each.isComplete,
        }),
      );
  }
  return { record, end: at };
}

/** Shares of the recorded time, some of them outside. */
const share = fc.integer({ min: -10, max: 120 });
const scene = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 40 }),
  // Times of polls are the boundaries that matter most.
  cuts: fc.tuple(share, share, share),
  atPolls: fc.boolean(),
  notes: fc.array(
    fc.record({ from: share, length: fc.constantFrom(0, 0, 1, 60_000), isWithdrawn: fc.boolean() }),
    { maxLength: 6 },
  ),
});

test('the handovers of two ranges that meet compose to that of both', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ steps, cuts, atPolls, notes }) => {
      const { record, end } = recordOf(steps);
      const times = steps.reduce<number[]>((all, { gap }) => [...all, (all.at(-1) ?? begin) + gap], []);
      const timeAt = (each: number) => {
        const place = Math.max(0, Math.min(times.length - 1, Math.floor((each * times.length) / 100)));
        return atPolls ? (times[place] ?? begin) : begin + Math.floor((each * (end - begin)) / 100);
      };
      const [a = 0, b = 0, c = 0] = cuts.map(timeAt).toSorted((first, second) => first - second);
      const context = contextOf(record, end + 5_000);
      const { store } = context.of(recordedDeployment());
      for (const { from, length, isWithdrawn } of notes) {
        const at = timeAt(from);
        if (store) await addedNote(store, { from: at, to: at + length }, isWithdrawn);
      }
      const [first, last, both] = [
        await handoverAt(context, a, b),
        await handoverAt(context, b, c),
        await handoverAt(context, a, c),
      ];
      expect(composed(first, last)).toEqual(contentOf(both));
      const nothing = await handoverAt(context, a, a);
      expect({ ...contentOf(nothing), open: [] }).toEqual({
        deployment: 'edge',
        from: nothing.from,
        to: nothing.from,
        blind: [],
        blindSeconds: {},
        open: [],
        ended: [],
        changes: {
          states: [],
          appeared: [],
          vanished: [],
          returned: [],
          moved: [],
          capacity: [],
          words: [],
          contradictions: [],
        },
        events: [],
        notes: [],
      });
    }),
    { numRuns: 60 },
  );
});
