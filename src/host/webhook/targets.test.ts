import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { all, deployments, hook, open, pollOf } from '#testing/webhook.ts';
import { queueFromText } from './queue-file.ts';
import { type Delivery, type WebhookTarget } from './target.ts';
import { Webhook } from './webhook.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('several targets', () => {
  const target = (name: string, what: Partial<WebhookTarget> = {}): WebhookTarget => ({
    ...hook,
    id: `webhooks.${name}`,
    name,
    url: () => `http://${name}.test/`,
    ...what,
  });
  const urlsOf = (taken: readonly Delivery[]) => taken.map(({ url }) => new URL(url).hostname);

  test('a failing target delays no other, and each has its own queue position', async () => {
    const { webhook, world, note } = open({ targets: [target('dead'), target('good')] });
    world.refusing.add('http://dead.test/');
    for (const verdict of ['ok', 'critical', 'ok'] as const) note('edge', verdict);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(urlsOf(world.taken)).toEqual(['good.test', 'good.test']);
    expect(webhook.state(all)).toMatchObject({
      waiting: 2,
      targets: [
        { name: 'dead', waiting: 2 },
        { name: 'good', waiting: 0 },
      ],
    });
    expect(world.told[0]).toMatch(
      /^dead did not accept "Edge: major outage since 11:59:50Z": it answers 503\. /,
    );
    world.refusing.clear();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(urlsOf(world.taken)).toEqual(['good.test', 'good.test', 'dead.test', 'dead.test']);
  });

  test('a target that never responds delays no other', async () => {
    const taken: string[] = [];
    const webhook = new Webhook({
      send: ({ url }) => {
        taken.push(url);
        return url === 'http://slow.test/' ? new Promise(() => undefined) : Promise.resolve();
      },
      read: () => '',
      write: () => undefined,
      quarantine: () => null,
      report: () => undefined,
      now: Date.now,
    });
    onTestFinished(() => webhook.close());
    const targets = [target('slow'), target('good')];
    webhook.take({ targets, deployments, publicUrl: null, isMuted: () => false });
    for (const verdict of ['ok', 'critical', 'ok'] as const) webhook.note(pollOf('edge', verdict));
    await vi.advanceTimersByTimeAsync(0);
    expect(taken.filter((url) => url === 'http://good.test/')).toHaveLength(2);
  });

  test('each has its own deployments, minimum severity and secret; lost contact passes every minimum', async () => {
    const { world, note } = open({
      targets: [
        target('store', { deployments: new Set(['store']) }),
        target('severe', { minimumSeverity: 'partial', secret: () => 'a secret of sixteen' }),
      ],
    });
    for (const slug of ['edge', 'store']) note(slug, 'ok', {}, ['component']);
    note('edge', 'degraded', { API: 'degraded' });
    note('edge', 'critical', { API: 'critical', DNS: 'degraded' });
    note('edge', 'degraded', { API: 'degraded', DNS: 'degraded' });
    note('edge', 'unvouched', { API: 'degraded', DNS: 'degraded' });
    note('store', 'degraded', { API: 'degraded' });
    await vi.advanceTimersByTimeAsync(0);
    expect(world.taken.map(({ url, body }) => [new URL(url).hostname, JSON.parse(body).text])).toEqual([
      ['severe.test', 'Edge: API major outage since 11:59:50Z, was degraded'],
      ['store.test', 'Big store: API degraded since 11:59:50Z'],
      ['severe.test', 'Edge: API degraded since 11:59:50Z, was major outage'],
      ['severe.test', 'Edge: not confirmed (Major outage) since 11:59:50Z, was degraded'],
    ]);
    const signed = world.taken.map(({ headers }) => 'edgewatch-signature' in headers);
    expect(signed).toEqual([true, false, true, true]);
  });

  test('a removed target loses its pending messages, and no other target gets them', async () => {
    const { webhook, world, settings, note } = open({ targets: [target('dead'), target('good')] });
    world.refusing.add('http://dead.test/');
    for (const verdict of ['ok', 'critical'] as const) note('edge', verdict);
    await vi.advanceTimersByTimeAsync(0);
    webhook.take({ ...settings, targets: [target('good')] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(urlsOf(world.taken)).toEqual(['good.test']);
    expect([...queueFromText(world.file).pending]).toEqual([]);
  });
});
