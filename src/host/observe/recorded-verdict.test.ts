import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StripEntry } from '#contract/history.ts';
import { ask, contextOf, rows } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import {
  type Answering,
  envelope,
  observe,
  pass,
  statusDocument,
  useObserverClock,
} from '#testing/observer/observing.ts';
import { classOf, letterOf } from '../history/spans/classes.ts';

beforeEach(() => useObserverClock('2026-11-23T03:00:00.000Z'));
afterEach(() => void vi.useRealTimers());

const second = 1_000;
/** Milliseconds between two polls of each endpoint. */
const pause = 2 * second;
const ok = 'operational';

interface Service {
  components: Readonly<Record<string, string>>;
  regions: Readonly<Record<string, string>>;
  /** Id of a node → its region and status word. */
  nodes: Readonly<Record<string, readonly [pop: string, status: string]>>;
  areNodesLate: boolean;
}

const healthy: Service = {
  components: { API: ok, Storage: ok },
  regions: { ams1: ok, fra1: ok },
  nodes: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`nod_${index}`, ['ams1', ok]])),
  areNodesLate: false,
};

function answering(service: Service): Answering {
  const list = (data: readonly object[]) =>
    Response.json(envelope(data), { headers: { 'cache-control': 'public, max-age=2' } });
  return (path) => {
    if (path === '/api/v2/status') return Response.json(statusDocument(ok, Object.entries(service.components)));
    if (path === '/api/v2/regions')
      return list(
        Object.entries(service.regions).map(([code, status]) => {
          return { code, name: code, zone: 'eu', country: 'DE', status };
        }),
      );
    if (path !== '/api/v2/nodes') return new Response('', { status: 404 });
    if (service.areNodesLate) return new Promise(() => undefined);
    return list(
      Object.entries(service.nodes).map(([id, [pop, status]]) => {
        return { id, pop, status, capacity: '100G', created_at: '2026-01-01T00:00:00Z' };
      }),
    );
  };
}

const stamp = (at: number) => new Date(at).toISOString();

async function stripOf(record: RecordInMemory, from: number, to: number, marks = 1) {
  const range = `from=${stamp(from)}&to=${stamp(to)}&marks=${marks}`;
  const [strip] = await rows<StripEntry>(
    `/edge/strips?kind=deployment&${range}`,
    contextOf(record, Date.now()),
  );
  return strip;
}

async function verdictNow(record: RecordInMemory): Promise<unknown> {
  const { body } = await ask('/edge/since', contextOf(record, Date.now()));
  return (body as unknown as { readonly verdict: { readonly severity: string } | null }).verdict?.severity;
}

test('the strip of a deployment is the verdict of the page after each poll', async () => {
  const service = { ...healthy };
  const record = new RecordInMemory();
  const { judgement, now } = observe(answering(service), { pollMilliseconds: pause }, { record });
  const down = (count: number) =>
    Object.fromEntries(
      Object.entries(healthy.nodes).map(([id, node], index) => [id, index < count ? ['ams1', 'down'] : node]),
    ) as Service['nodes'];
  const steps: readonly (readonly [Partial<Service>, expected: string])[] = [
    [{}, 'o'],
    [{ components: { API: 'degraded', Storage: ok } }, 'd'],
    [{ components: { API: ok } }, 'v'],
    [{ components: { API: ok, Storage: 'under maintenance' } }, 'n'],
    [{ components: healthy.components, regions: { ams1: ok, fra1: 'partial_outage' } }, 'p'],
    // Maintenance of a region is a notice, which does not change the verdict.
    [{ regions: { ams1: ok, fra1: 'maintenance' } }, 'o'],
    // Bad nodes change the verdict from 5 % on.
    [{ regions: healthy.regions, nodes: down(1) }, 'o'],
    [{ nodes: down(2) }, 'c'],
    // This node is the only one of its region, so the region is degraded.
    [{ nodes: { ...healthy.nodes, nod_0: ['fra1', 'down'] } }, 'd'],
    [{ nodes: healthy.nodes, components: { API: 'flux', Storage: ok } }, 'u'],
    [healthy, 'o'],
  ];
  const sampled: { readonly at: number; readonly letter: string }[] = [];
  for (const [change, expected] of steps) {
    Object.assign(service, change);
    await pass(3 * pause);
    const letter = letterOf(classOf(judgement.verdict(now()).severity));
    expect(letter).toBe(expected);
    sampled.push({ at: Date.now(), letter });
  }
  await pass(pause);
  for (const { at, letter } of sampled) expect((await stripOf(record, at - 10, at))?.worst).toBe(letter);
});

test('a list that does not answer yet does not delay the first verdict', async () => {
  const service = { ...healthy, areNodesLate: true };
  const record = new RecordInMemory();
  const began = Date.now();
  observe(answering(service), { pollMilliseconds: pause }, { record });
  await pass(2 * pause - 1);
  service.components = { API: 'degraded', Storage: ok };
  await pass(pause);
  service.components = healthy.components;
  await pass(pause);
  expect(await stripOf(record, began, began + 3 * pause, 3)).toMatchObject({
    worst: 'ood',
    good: 2 * pause,
    bad: pause,
    unobserved: 0,
  });
});

test('after a restart the recorded verdict goes on until every endpoint has responded', async () => {
  const service: Service = { ...healthy, nodes: { nod_1: ['ams1', 'down'] } };
  const record = new RecordInMemory();
  const { observer } = observe(answering(service), { pollMilliseconds: pause }, { record });
  await pass(3 * pause);
  expect(await verdictNow(record)).toBe('critical');
  observer.stop();
  record.restart(Date.now());
  Object.assign(service, healthy, { areNodesLate: true });
  const began = Date.now();
  const { observer: second } = observe(answering(service), { pollMilliseconds: pause }, { record });
  await pass(2 * pause);
  expect(await verdictNow(record)).toBe('critical');
  second.stop();
  record.restart(Date.now());
  service.areNodesLate = false;
  observe(answering(service), { pollMilliseconds: pause }, { record });
  await pass(2 * pause);
  expect(await verdictNow(record)).toBe('ok');
  expect((await stripOf(record, began, Date.now() - pause))?.worst).toBe('c');
});
