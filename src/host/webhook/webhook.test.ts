import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { Look } from '../observe/messages.ts';
import { emptyQueue, mostWaiting, noted, queueFromText, queueToText } from './queue.ts';
import { bodyOf, type Delivery, pauseAfter, Webhook } from './webhook.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const deployments = [
  { slug: 'edge', name: 'Edge' },
  { slug: 'store', name: 'Store' },
];

const all = new Set(deployments.map(({ slug }) => slug));

function look(slug: string, held: Severity | null): Look {
  const verdict = { severity: held ?? 'ok', held, headline: 'Major outage' };
  return { slug, edition: 1, path: '/api/v2/status', at: Date.now(), failure: null, verdict };
}

/** A webhook before an other side that takes what it is sent unless it is told not to. */
function open({ kept = '', secret = null as string | null } = {}) {
  const world = { file: kept, taken: [] as Delivery[], told: [] as string[], refusals: 0, isUnwritable: false };
  const webhook = new Webhook({
    send: async (delivery) => {
      if (world.refusals > 0) {
        world.refusals -= 1;
        throw new Error('it answers 503');
      }
      world.taken.push(delivery);
    },
    read: () => world.file,
    write: (text) => {
      if (world.isUnwritable) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      world.file = text;
    },
    report: (line) => world.told.push(line),
    now: Date.now,
  });
  onTestFinished(() => webhook.close());
  webhook.take(
    { url: () => 'http://chat.test/hook', secret: secret === null ? null : () => secret },
    deployments,
  );
  return { webhook, world };
}

function textsOf(taken: readonly Delivery[]): readonly string[] {
  return taken.map(({ body }) => JSON.parse(body).text);
}

test('a verdict that changed and held is told, in a text that chat tools take as it is', async () => {
  const { webhook, world } = open();
  for (const held of [null, 'ok', 'ok', 'critical', 'critical', 'ok'] as const)
    webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Edge: major outage, was operational (Major outage)',
    'Edge: operational, was major outage (Major outage)',
  ]);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toEqual({
    text: 'Edge: major outage, was operational (Major outage)',
    kind: 'verdict',
    id: expect.any(String),
    deployment: 'edge',
    name: 'Edge',
    severity: 'critical',
    before: 'ok',
    headline: 'Major outage',
    at: '2026-03-01T12:00:00.000Z',
  });
});

test('what is signed proves body and time', async () => {
  const { webhook, world } = open({ secret: 'a secret of sixteen' });
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  const { headers, body } = world.taken[0] ?? expect.fail();
  const expected = createHmac('sha256', 'a secret of sixteen')
    .update(`${headers['edgewatch-timestamp']}.${body}`)
    .digest('hex');
  expect(headers['edgewatch-signature']).toBe(`sha256=${expected}`);
  expect(headers['edgewatch-delivery']).toBe(JSON.parse(body).id);
});

test('what was not taken is sent again, later and later, under the same id and in its order', async () => {
  const { webhook, world } = open();
  world.refusals = 3;
  for (const held of ['ok', 'critical', 'ok'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(6_999);
  expect(world.taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(textsOf(world.taken).map((text) => text.split(',')[0])).toEqual([
    'Edge: major outage',
    'Edge: operational',
  ]);
  expect(webhook.state(all)).toMatchObject({ waiting: 0, sendings: { length: 5 } });
  const first = webhook.state(all).sendings.filter(({ attempt, failure }) => failure !== null || attempt === 4);
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  expect(pauseAfter(30)).toBe(5 * 60_000);
});

test('a verdict that changed while the host was away is told by the next run', async () => {
  const before = open();
  before.webhook.note(look('edge', 'ok'));
  const { webhook, world } = open({ kept: before.world.file });
  webhook.note(look('edge', 'partial'));
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toHaveLength(1);
});

test('deployments that are no more have nothing to tell, and nobody without a webhook', async () => {
  const { webhook, world } = open();
  world.refusals = 100;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  webhook.take({ url: () => 'http://chat.test/hook', secret: null }, [{ slug: 'store', name: 'Store' }]);
  expect(webhook.state(all).waiting).toBe(0);
  webhook.take(null, deployments);
  for (const held of ['ok', 'critical'] as const) webhook.note(look('store', held));
  expect(webhook.state(all).waiting).toBe(0);
});

test('a queue that cannot be written is said, and told all the same', async () => {
  const { webhook, world } = open();
  world.isUnwritable = true;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(world.told[0]).toBe('Changes to be told cannot be kept (ENOSPC): a restart would lose them.');
  expect(world.taken).toHaveLength(1);
});

test('what could not be written is, once there is room, and said once', async () => {
  const { webhook, world } = open();
  webhook.note(look('edge', 'ok'));
  world.isUnwritable = true;
  for (const held of ['critical', 'ok', 'degraded'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.told).toHaveLength(1);
  expect(queueFromText(world.file).told.get('edge')).toBe('ok');
  world.isUnwritable = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queueFromText(world.file)).toEqual({ told: new Map([['edge', 'degraded']]), waiting: [] });
});

test('an address that was mended is tried at once, however long the other one failed', async () => {
  const { webhook, world } = open();
  world.refusals = 20;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  world.refusals = 0;
  webhook.take({ url: () => 'http://other.test/hook', secret: null }, deployments);
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken.map(({ url }) => url)).toEqual(['http://other.test/hook']);
});

test('a word of a deployment calls nobody in a chat, and leads nowhere', async () => {
  const { webhook, world } = open();
  webhook.note(look('edge', 'ok'));
  const headline = '<!channel> @all [x](http://evil.test) \u001b';
  webhook.note({ ...look('edge', 'unknown'), verdict: { severity: 'unknown', held: 'unknown', headline } });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)[0]).not.toMatch(/[<>@[\]\p{Cc}]/u);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toMatchObject({ headline });
});

test('who may not know of a deployment is told of no message about it', async () => {
  const { webhook, world } = open();
  world.refusals = 1;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(webhook.state(new Set(['edge']))).toMatchObject({ waiting: 1, sendings: [{ attempt: 1 }] });
  expect(webhook.state(new Set(['store']))).toEqual({ waiting: 0, sendings: [] });
});

describe('200 kills at random moments', () => {
  /** A run that dies at its n-th step, a step being a write or a delivery, before or after it took effect. */
  test('lose no change, and send none twice but under its id', async () => {
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
                // A process that is dead hears of nothing.
                if (!isAlive()) await new Promise(() => undefined);
              },
              read: () => file,
              write: (text) =>
                step(() => {
                  file = text;
                }),
              report: () => undefined,
              now: () => 0,
            });
            webhook.take({ url: () => '', secret: null }, deployments);
            // The verdict that holds is read anew by the next run.
            for (let at = Math.max(0, next - 1); at < held.length && isAlive(); at += 1) {
              next = at + 1;
              webhook.note(look('edge', held[at] ?? null));
              for (let turns = 0; turns < 4; turns += 1) await Promise.resolve();
            }
            for (let turns = 0; turns < 200 && webhook.state(all).waiting > 0; turns += 1)
              await Promise.resolve();
            webhook.close();
          }
          // Each message goes on from where the one before it ended, and the last is what holds.
          const once = [...new Map(taken.map((change) => [change.id, change])).values()];
          const told = queueFromText(file);
          expect(told.waiting).toEqual([]);
          expect(told.told.get('edge')).toBe(held.at(-1));
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

test('what is kept comes back as it was, and what is damaged costs what it held', () => {
  const held = { slug: 'edge', name: 'É\u2028"', severity: 'critical', headline: '…', at: 5 } as const;
  const queue = noted(noted(emptyQueue, { ...held, severity: 'ok' }), held);
  expect(queueFromText(queueToText(queue))).toEqual(queue);
  expect(bodyOf(queue.waiting[0] ?? expect.fail())).not.toContain('\n');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (noise, at) => {
      const text = queueToText(queue);
      const read = queueFromText(text.slice(0, at % text.length) + noise);
      expect(read.waiting.length).toBeLessThanOrEqual(1);
    }),
  );
  let long = queue;
  for (let index = 0; index < 1_100; index += 1)
    long = noted(long, { ...held, severity: index % 2 === 0 ? 'ok' : 'critical' });
  expect(long.waiting).toHaveLength(mostWaiting);
});
