import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { all, hook, open, pollOf, textsOf } from '#testing/webhook.ts';
import type { DebouncedPart } from '../observe/messages.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('a confirmed change of the verdict is sent, in text that chat tools show unchanged', async () => {
  const { webhook, world } = open();
  for (const held of [null, 'ok', 'ok', 'critical', 'critical', 'ok'] as const)
    webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Edge: major outage since 11:59:50Z',
    'Edge: operational (Major outage) since 11:59:50Z, was major outage',
  ]);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toEqual({
    text: 'Edge: major outage since 11:59:50Z',
    kind: 'verdict',
    id: expect.any(String),
    deployment: 'edge',
    name: 'Edge',
    severity: 'critical',
    before: 'ok',
    headline: 'Major outage',
    at: '2026-03-01T12:00:00.000Z',
    changes: [
      {
        kind: 'deployment',
        key: 'edge',
        name: 'Edge',
        word: 'major_outage',
        severity: 'critical',
        before: 'ok',
        since: '2026-03-01T11:59:50.000Z',
        notBefore: '2026-03-01T11:59:40.000Z',
        detail: '',
      },
    ],
  });
});

test('a component is named with a link, also while the verdict is already bad', async () => {
  const { world, note } = open({ publicUrl: 'https://dash.test/ops' });
  note('store', 'critical', { Edge: 'critical', API: 'ok' }, ['component']);
  note('store', 'critical', { Edge: 'critical', API: 'critical' });
  note('store', 'critical', { Edge: 'critical', API: 'ok' });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Big store: API major outage since 11:59:50Z https://dash.test/ops/store',
    'Big store: API operational since 11:59:50Z, was major outage https://dash.test/ops/store',
  ]);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toMatchObject({
    kind: 'parts',
    severity: 'critical',
    before: 'critical',
    url: 'https://dash.test/ops/store',
    changes: [
      {
        kind: 'component',
        key: 'API',
        word: 'major_outage',
        severity: 'critical',
        since: '2026-03-01T11:59:50.000Z',
        notBefore: '2026-03-01T11:59:40.000Z',
      },
    ],
  });
});

test('the changes of one reading are one message, worst first, with the explained verdict as data only', async () => {
  const { world, note } = open();
  note('store', 'ok', {}, ['component']);
  note('store', 'critical', { DNS: 'degraded', API: 'critical' });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Big store: API major outage since 11:59:50Z; DNS degraded since 11:59:50Z',
  ]);
  const { changes } = JSON.parse(world.taken[0]?.body ?? '');
  expect(changes.map(({ kind, key }: DebouncedPart) => `${kind} ${key}`)).toEqual([
    'deployment store',
    'component API',
    'component DNS',
  ]);
});

test('of many changes the text names six, and the data lists a hundred', async () => {
  const { world, note } = open();
  const names = Array.from({ length: 250 }, (_, index) => `C${index}`);
  note('store', 'ok', {}, ['component']);
  note('store', 'critical', Object.fromEntries(names.map((name) => [name, 'critical'])));
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken).toHaveLength(1);
  const { text, changes, more } = JSON.parse(world.taken[0]?.body ?? '');
  expect(text).toMatch(/; C5 major outage since 11:59:50Z; and 244 more changes$/);
  expect([changes.length, more]).toEqual([100, 151]);
});

test('a part that is gone after a restart is reported as no longer listed, not as recovered', async () => {
  const { world, note } = open();
  note('store', 'ok', { API: 'critical' }, ['component']);
  note('store', 'ok', { DNS: 'ok' }, ['component']);
  note('store', 'ok', { DNS: 'ok' }, ['component']);
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual(['Big store: API no longer listed, was major outage']);
});

test('a part that is neither worse nor listed keeps its state', async () => {
  const { world, note } = open();
  note('store', 'ok', { API: 'critical' }, ['component']);
  // Without a status document the states of components are unknown.
  note('store', 'ok', {});
  note('store', 'ok', { API: 'critical' });
  // Another good word of a component is no change.
  note('store', 'ok', { API: 'critical', DNS: 'assumed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken).toEqual([]);
});

test('a muted deployment sends nothing, and remaining differences are sent at the end', async () => {
  const { world, note } = open();
  note('store', 'ok', { DNS: 'critical' }, ['component']);
  world.muted.add('store');
  note('store', 'critical', { API: 'critical', DNS: 'ok' });
  note('store', 'critical', { API: 'ok', DNS: 'ok', Cache: 'critical' });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken).toEqual([]);
  world.muted.clear();
  note('store', 'critical', { API: 'ok', DNS: 'ok', Cache: 'critical' });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toEqual([
    'Big store: Cache major outage since 11:59:50Z; DNS operational since 11:59:50Z, was major outage',
  ]);
});

test('the signature proves body and time', async () => {
  const { webhook, world } = open({ targets: [{ ...hook, secret: () => 'a secret of sixteen' }] });
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  const { headers, body } = world.taken[0] ?? expect.fail();
  const expected = createHmac('sha256', 'a secret of sixteen')
    .update(`${headers['edgewatch-timestamp']}.${body}`)
    .digest('hex');
  expect(headers['edgewatch-signature']).toBe(`sha256=${expected}`);
  expect(headers['edgewatch-delivery']).toBe(JSON.parse(body).id);
});

test('removed deployments have no pending messages, and without a webhook there is no state', async () => {
  const { webhook, world, settings } = open();
  world.refusals = 100;
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('edge', held));
  webhook.take({ ...settings, targets: [hook], deployments: [{ slug: 'store', name: 'Store' }] });
  expect(webhook.state(all).waiting).toBe(0);
  webhook.take({ ...settings, targets: [] });
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('store', held));
  expect(webhook.state(all).waiting).toBe(0);
});

test('a corrected address is tried at once, however long the old one failed', async () => {
  const { webhook, world, settings } = open();
  world.refusals = 20;
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  world.refusals = 0;
  webhook.take({ ...settings, targets: [{ ...hook, url: () => 'http://other.test/hook' }] });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken.map(({ url }) => url)).toEqual(['http://other.test/hook']);
});

test('a name of a deployment mentions nobody in a chat, and is no link', async () => {
  const { webhook, world } = open();
  webhook.note(pollOf('edge', 'ok'));
  const headline = '<!channel> @all [x](http://evil.test) \u001b';
  const shown = pollOf('edge', 'unknown', { '<!here> [API](http://evil.test)': 'critical' });
  webhook.note({ ...shown, verdict: { severity: 'unknown', debounced: 'unknown', headline } });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)[0]).not.toMatch(/[<>@[\]\p{Cc}]/u);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toMatchObject({ headline });
});

test('a viewer sees no message about a deployment that they may not see', async () => {
  const { webhook, world } = open();
  world.refusals = 1;
  for (const held of ['ok', 'critical'] as const) webhook.note(pollOf('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(webhook.state(new Set(['edge']))).toMatchObject({ waiting: 1, sendings: [{ attempt: 1 }] });
  expect(webhook.state(new Set(['store']))).toMatchObject({ waiting: 0, sendings: [] });
});
