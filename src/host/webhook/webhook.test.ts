import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { HeldPart, Look, PartKind, PartsReading } from '../observe/messages.ts';
import { emptyQueue, mostPending, noted, type Queue } from './queue.ts';
import { queueFromText, queueToText } from './queue-file.ts';
import { type Delivery, pauseAfter, type WebhookTarget } from './target.ts';
import { Webhook } from './webhook.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const deployments = [
  { slug: 'edge', name: 'Edge' },
  { slug: 'store', name: 'Big store' },
];

const all = new Set(deployments.map(({ slug }) => slug));

type Shown = Readonly<Record<string, Severity>>;

const words: Partial<Record<Severity, string>> = { ok: 'operational', critical: 'major_outage' };

function part(kind: PartKind, key: string, severity: Severity): HeldPart {
  const [word, since] = [words[severity] ?? severity, Date.now() - 10_000];
  return { kind, key, name: key, word, severity, since, notBefore: since - 10_000, detail: '' };
}

function reading(slug: string, verdict: Severity, components: Shown = {}, listed: PartsReading['listed'] = []) {
  const parts = Object.entries(components).map(([key, severity]) => part('component', key, severity));
  return { parts: [part('deployment', slug, verdict), ...parts], listed };
}

function look(slug: string, held: Severity | null, components?: Shown, listed?: PartsReading['listed']): Look {
  const verdict = { severity: held ?? 'ok', held, headline: 'Major outage' };
  const common = { slug, edition: 1, path: '/api/v2/status', at: Date.now(), failure: null, verdict } as const;
  return held === null ? common : { ...common, parts: reading(slug, held, components, listed) };
}

const hook: WebhookTarget = {
  id: 'webhook',
  name: 'Webhook',
  url: () => 'http://chat.test/hook',
  secret: null,
  deployments: null,
  minimumSeverity: null,
};

/** A webhook whose targets accept everything, except that `refusing` ones return 503. */
function open({
  kept = '',
  targets = [hook] as readonly WebhookTarget[],
  publicUrl = null as string | null,
} = {}) {
  const world = {
    file: kept,
    taken: [] as Delivery[],
    told: [] as string[],
    refusals: 0,
    refusing: new Set<string>(),
    isUnwritable: false,
    muted: new Set<string>(),
    quarantined: 0,
  };
  const webhook = new Webhook({
    send: async (delivery) => {
      if (world.refusing.has(delivery.url)) throw new Error('it answers 503');
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
    quarantine: () => {
      world.quarantined += 1;
      return 'webhook.json.aside-1';
    },
    report: (line) => world.told.push(line),
    now: Date.now,
  });
  onTestFinished(() => webhook.close());
  const settings = { deployments, publicUrl, isMuted: (slug: string) => world.muted.has(slug) };
  webhook.take({ ...settings, targets });
  const note = (slug: string, verdict: Severity, components?: Shown, listed?: PartsReading['listed']) =>
    webhook.note(look(slug, verdict, components, listed));
  return { webhook, world, settings, note };
}

function textsOf(taken: readonly Delivery[]): readonly string[] {
  return taken.map(({ body }) => JSON.parse(body).text);
}

test('a confirmed change of the verdict is sent, in text that chat tools show unchanged', async () => {
  const { webhook, world } = open();
  for (const held of [null, 'ok', 'ok', 'critical', 'critical', 'ok'] as const)
    webhook.note(look('edge', held));
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
  expect(changes.map(({ kind, key }: HeldPart) => `${kind} ${key}`)).toEqual([
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
  // Without a status document the components are unknown.
  note('store', 'ok', {});
  note('store', 'ok', { API: 'critical' });
  // Another word of the same good class is no change.
  note('store', 'ok', { API: 'critical', DNS: 'assumed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken).toEqual([]);
});

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
    for (const verdict of ['ok', 'critical', 'ok'] as const) webhook.note(look('edge', verdict));
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

test.each([
  ['{"told":', 'it is not JSON'],
  ['[]', 'it is not an object'],
  [
    '{"reported":{"edge":{"severity":"fine","parts":null}},"pending":{}}',
    'reported.edge.severity is not a severity',
  ],
  ['{"reported":{},"pending":{"webhook":[{}]}}', 'pending.webhook[0].id is not a text'],
])('a queue file %s is quarantined and logged, not overwritten', (kept, why) => {
  const { world } = open({ kept });
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

test('the signature proves body and time', async () => {
  const { webhook, world } = open({ targets: [{ ...hook, secret: () => 'a secret of sixteen' }] });
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  const { headers, body } = world.taken[0] ?? expect.fail();
  const expected = createHmac('sha256', 'a secret of sixteen')
    .update(`${headers['edgewatch-timestamp']}.${body}`)
    .digest('hex');
  expect(headers['edgewatch-signature']).toBe(`sha256=${expected}`);
  expect(headers['edgewatch-delivery']).toBe(JSON.parse(body).id);
});

test('a failed message is retried with growing pauses, under the same id and in order', async () => {
  const { webhook, world } = open();
  world.refusals = 3;
  for (const held of ['ok', 'critical', 'ok'] as const) webhook.note(look('edge', held));
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
  before.webhook.note(look('edge', 'ok'));
  const { webhook, world } = open({ kept: before.world.file });
  webhook.note(look('edge', 'partial'));
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)).toHaveLength(1);
});

test('removed deployments have no pending messages, and without a webhook there is no state', async () => {
  const { webhook, world, settings } = open();
  world.refusals = 100;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  webhook.take({ ...settings, targets: [hook], deployments: [{ slug: 'store', name: 'Store' }] });
  expect(webhook.state(all).waiting).toBe(0);
  webhook.take({ ...settings, targets: [] });
  for (const held of ['ok', 'critical'] as const) webhook.note(look('store', held));
  expect(webhook.state(all).waiting).toBe(0);
});

test('a queue that cannot be written is reported, and messages are sent all the same', async () => {
  const { webhook, world } = open();
  world.isUnwritable = true;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(world.told[0]).toBe('webhook.json cannot be written (ENOSPC): a restart would lose pending messages.');
  expect(world.taken).toHaveLength(1);
});

test('a failed write is repeated once there is room, and reported once', async () => {
  const { webhook, world } = open();
  webhook.note(look('edge', 'ok'));
  world.isUnwritable = true;
  for (const held of ['critical', 'ok', 'degraded'] as const) webhook.note(look('edge', held));
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

test('a corrected address is tried at once, however long the old one failed', async () => {
  const { webhook, world, settings } = open();
  world.refusals = 20;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  world.refusals = 0;
  webhook.take({ ...settings, targets: [{ ...hook, url: () => 'http://other.test/hook' }] });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.taken.map(({ url }) => url)).toEqual(['http://other.test/hook']);
});

test('a name of a deployment mentions nobody in a chat, and is no link', async () => {
  const { webhook, world } = open();
  webhook.note(look('edge', 'ok'));
  const headline = '<!channel> @all [x](http://evil.test) \u001b';
  const shown = look('edge', 'unknown', { '<!here> [API](http://evil.test)': 'critical' });
  webhook.note({ ...shown, verdict: { severity: 'unknown', held: 'unknown', headline } });
  await vi.advanceTimersByTimeAsync(0);
  expect(textsOf(world.taken)[0]).not.toMatch(/[<>@[\]\p{Cc}]/u);
  expect(JSON.parse(world.taken[0]?.body ?? '')).toMatchObject({ headline });
});

test('a viewer sees no message about a deployment that they may not see', async () => {
  const { webhook, world } = open();
  world.refusals = 1;
  for (const held of ['ok', 'critical'] as const) webhook.note(look('edge', held));
  await vi.advanceTimersByTimeAsync(0);
  expect(webhook.state(new Set(['edge']))).toMatchObject({ waiting: 1, sendings: [{ attempt: 1 }] });
  expect(webhook.state(new Set(['store']))).toMatchObject({ waiting: 0, sendings: [] });
});

describe('200 kills at random moments', () => {
  /** A run that stops at its n-th step, before or after the step took effect. A step is a write or a delivery. */
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
                // A dead process receives no response.
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
            // The next run reads the current verdict again.
            for (let at = Math.max(0, next - 1); at < held.length && isAlive(); at += 1) {
              next = at + 1;
              webhook.note(look('edge', held[at] ?? null));
              for (let turns = 0; turns < 4; turns += 1) await Promise.resolve();
            }
            for (let turns = 0; turns < 200 && webhook.state(all).waiting > 0; turns += 1)
              await Promise.resolve();
            webhook.close();
          }
          // Each message continues where the one before it ended. The last one holds the current verdict.
          const once = [...new Map(taken.map((change) => [change.id, change])).values()];
          const told = queueFromText(file);
          expect([...told.pending]).toEqual([]);
          expect(told.reported.get('edge')?.severity).toBe(held.at(-1));
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
