import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import { all, deployments, hook, open, pollOf, reading, type Shown, textsOf } from '#testing/webhook.ts';
import { emptyQueue, mostPending, noted, type Queue } from './queue.ts';
import { queueFromText, queueToText } from './queue-file.ts';
import { pauseAfter } from './target.ts';
import { Webhook } from './webhook.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['{"told":', 'it is not JSON'],
  ['[]', 'it is not an object'],
  [
    '{"reported":{"edge":{"severity":"fine","parts":null}},"pending":{}}',
    'reported.edge.severity is not a severity',
  ],
  ['{"reported":{},"pending":{"webhook":[{}]}}', 'pending.webhook[0].id is not a text'],
])('a queue file %s is quarantined and logged, not overwritten', (stored, why) => {
  const { world } = open({ kept: stored });
  expect(world.quarantined).toBe(1);
  expect(world.told).toEqual([
    `webhook.json cannot be read (${why}): it is kept as webhook.json.aside-1. Its pending messages are not sent.`,
  ]);
});

test('a queue of the version before is read and its message sent, with unknown parts at first', async () => {
  const old = { id: 'x', deployment: 'edge', name: 'Edge', severity: 'critical', before: 'ok', headline: 'H' };
  const waiting = [{ ...old, at: '2026-03-01T11:00:00.000Z' }];
  const { world, note } = open({ kept: JSON.stringify({ told: { edge: 'critical' }, waiting }) });
  note('edge', 'critical', { API: 'critical' }, ['component']);
  note('edge', 'critical', { API: 'ok' });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Edge: major outage (H) since 11:00:00Z',
    'Edge: API operational since 11:59:50Z, was major outage',
  ]);
});

test('a failed message is retried with growing pauses, under the same id and in order', async () => {
  const { webhook, world } = open();
  world.refusals = 3;
  for (const held of ['ok', 'critical', 'ok'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(6_999);
  expect(world.taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(world.taken.map(({ body }) => JSON.parse(body).severity)).toEqual(['critical', 'ok']);
  expect(webhook.state(all)).toMatchObject({ waiting: 0, sendings: { length: 5 } });
  const first = webhook.state(all).sendings.filter(({ attempt, failure }) => failure !== null || attempt === 4);
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  expect(pauseAfter(30)).toBe(5 * 60_000);
});

test('a verdict that changed while the host was down is reported by the next run', async () => {
  const before = open();
  before.webhook.note(pollOf('edge', 'ok'));
  const { webhook, world } = open({ kept: before.world.file });
  webhook.note(pollOf('edge', 'partial'));
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toHaveLength(1);
});

test('a queue that cannot be written is reported, and messages are sent all the same', async () => {
  const { webhook, world } = open();
  world.isUnwritable = true;
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(world.told[0]).toBe('webhook.json cannot be written (ENOSPC): a restart would lose pending messages.');
  expect(world.taken).toHaveLength(1);
});

test('a failed write is repeated once there is room, and reported once', async () => {
  const { webhook, world } = open();
  webhook.note(pollOf('edge', 'ok'));
  world.isUnwritable = true;
  for (const held of ['critical', 'ok', 'degraded'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.told).toHaveLength(1);
  expect(queueFromText(world.file).reported.get('edge')?.severity).toBe('ok');
  world.isUnwritable = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queueFromText(world.file)).toEqual({
    reported: new Map([['edge', { severity: 'degraded', parts: new Map() }]]),
    pending: new Map(),
  });
});

describe('200 kills at random moments', () => {
  /** Each run stops at a step, before or after the step took effect. A step is a write or a delivery. */
  test('lose no change, and repeat messages only under the same id', async () => {
    vi.useRealTimers();
    const severities = ['ok', 'degraded', 'critical', 'unvouched'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...severities), { minLength: 2, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
        fc.boolean(),
        async (held, deaths, isAfter) => {
          let file = '';
          const taken: { readonly id: string; readonly severity: Severity; readonly before: Severity }[] = [];
          let next = 0;
          for (const death of [...deaths, Number.POSITIVE_INFINITY]) {
            let steps = 0;
            const isAlive = () => steps < death;
            const step = (act: () => void) => {
              steps += 1;
              if (steps > death || (steps === death && !isAfter)) return;
              act();
            };
            const webhook = new Webhook({
              send: async ({ body }) => {
                step(() => taken.push(JSON.parse(body)));
                // A process that is dead receives no response.
                if (!isAlive()) await new Promise(() => undefined);
              },
              read: () => file,
              write: (text) =>
                step(() => {
                  file = text;
                }),
              quarantine: () => null,
              report: () => undefined,
              now: () => 0,
            });
            const settings = { deployments, publicUrl: null, isMuted: () => false };
            webhook.take({ ...settings, targets: [{ ...hook, url: () => '' }] });
            // The next run begins by reading the newest verdict of the run before it once more.
            for (let at = Math.max(0, next - 1); at < held.length && isAlive(); at += 1) {
              next = at + 1;
              webhook.note(pollOf('edge', held[at] ?? null));
              for (let turns = 0; turns < 4; turns += 1) await Promise.resolve();
            }
            for (let turns = 0; turns < 200 && webhook.state(all).waiting > 0; turns += 1)
              await Promise.resolve();
            webhook.close();
          }
          // Each message continues from the state of the message before it. The last one reports the present
          // verdict.
          const once = [...new Map(taken.map((change) => [change.id, change])).values()];
          const reported = queueFromText(file);
          expect([...reported.pending]).toEqual([]);
          expect(reported.reported.get('edge')?.severity).toBe(held.at(-1));
          expect(
            once.every((change, index) => index === 0 || change.before === once[index - 1]?.severity),
          ).toBe(true);
          if (once.length > 0) expect(once.at(-1)?.severity).toBe(held.at(-1));
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('a stored queue is restored, within limits', () => {
  const held = (verdict: Severity, components: Shown = {}) => ({
    slug: 'edge',
    name: 'É\u2028"',
    reading: reading('edge', verdict, components),
    headline: '…',
    at: 5,
    url: null,
  });
  const queue = noted(noted(emptyQueue, held('ok'), [hook]), held('critical', { a: 'partial' }), [hook]);
  expect(queue.pending.get('webhook')).toHaveLength(1);
  expect(queueFromText(queueToText(queue))).toEqual(queue);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (noise, at) => {
      const text = queueToText(queue);
      let read: Queue = emptyQueue;
      try {
        read = queueFromText(text.slice(0, at % text.length) + noise);
      } catch (cause) {
        expect(cause).toMatchObject({ name: 'QueueFileError' });
      }
      expect(read.pending.get('webhook')?.length ?? 0).toBeLessThanOrEqual(1);
    }),
  );
  let long = queue;
  for (let index = 0; index < 1_100; index += 1)
    long = noted(long, held(index % 2 === 0 ? 'ok' : 'critical'), [hook]);
  expect(long.pending.get('webhook')).toHaveLength(mostPending);
});
