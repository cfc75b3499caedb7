import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDemo } from '#service/demo.ts';
import {
  type Answering,
  envelope as list,
  nowhere,
  observe,
  pass,
  statusDocument,
  useObserverClock,
} from '#testing/observer/observing.ts';
import { openEnvironment } from './watches/observer-context.ts';

beforeEach(() => useObserverClock('2026-03-01T00:00:00Z'));
afterEach(() => void vi.useRealTimers());

const hour = 60 * 60_000;

/** The responses of the demo. The demo stands still, so that each response is computed once. */
function demo(): Answering {
  const { deployments } = createDemo({ seed: 1, scale: 1 });
  const [service] = deployments;
  if (!service) throw new Error('There is no demo.');
  const responses = new Map<string, Response>();
  return async (path, search) => {
    const address = `http://service${path}${search}`;
    const response = responses.get(address) ?? (await service.fetch(new Request(address)));
    responses.set(address, response);
    return response.clone();
  };
}

/** A service of a status document and two lists. */
function small(
  state: { components?: readonly (readonly [string, string])[]; nodes?: string; isDown?: boolean } = {},
): Answering {
  return (path) => {
    if (state.isDown) return new Response('', { status: 503 });
    const answer = (body: unknown) =>
      Response.json(body, { headers: { 'cache-control': 'public, max-age=60' } });
    if (path === '/api/v2/status') return answer(statusDocument('operational', state.components));
    if (path === '/api/v2/regions')
      return answer(
        list([{ code: 'fra1', name: 'Frankfurt', zone: 'eu', country: 'DE', status: 'operational' }]),
      );
    if (path === '/api/v2/nodes')
      return answer(
        list(
          Array.from({ length: 10 }, (_, index) => ({
            id: `nod_${index}`,
            pop: 'fra1',
            status: state.nodes ?? 'operational',
            capacity: '100G',
            created_at: '2026-01-01T00:00:00Z',
          })),
        ),
      );
    return new Response('', { status: 404 });
  };
}

// The table in docs/understand/observer.md contains these numbers.
test('the observer sends this many requests in an hour without viewers', { timeout: 120_000 }, async () => {
  const { counts, forget } = observe(demo());
  await pass(60_000);
  forget();
  await pass(hour);
  expect(counts()).toMatchInlineSnapshot(`
    {
      "/api/v1/applications": 60,
      "/api/v1/assets": 296,
      "/api/v1/events": 60,
      "/api/v2/buckets": 296,
      "/api/v2/nodes": 60,
      "/api/v2/regions": 12,
      "/api/v2/status": 360,
    }
  `);
});

test('an observer of the status alone requests nothing else', async () => {
  const { counts } = observe(demo(), { observe: 'status' });
  await pass(10 * 60_000);
  expect(counts()).toEqual({ '/api/v2/status': 60 });
});

test('the observer requests the older version only while the newer one is not offered', async () => {
  const service = demo();
  const { counts } = observe((path, search) =>
    path === '/api/v2/status' ? new Response('', { status: 404 }) : service(path, search),
  );
  await pass(10 * 60_000);
  expect(counts()).toMatchObject({ '/api/v2/status': 3, '/api/v1/status': 60 });
  expect(counts()).not.toHaveProperty('/api/v1/nodes');
});

test('bad nodes under a good status document give a bad verdict, debounced after two readings', async () => {
  const { judgement } = observe(small({ nodes: 'major_outage' }));
  await pass(100);
  expect(judgement.seen(Date.now())).toMatchObject({ severity: 'critical', debounced: null });
  await pass(10_500);
  expect(judgement.seen(Date.now())).toMatchObject({ severity: 'critical', debounced: 'critical' });
  expect(judgement.contradictions.get('status-nodes')).toBe(1);
});

test('a lost deployment is not confirmed, and is good again with the first response', async () => {
  const state = { isDown: false };
  const { judgement, asked: parameters } = observe((...question) => small(state)(...question));
  await pass(10_500);
  expect(judgement.seen(Date.now())).toMatchObject({ severity: 'ok', debounced: 'ok' });
  state.isDown = true;
  await pass(2 * 60_000);
  expect(judgement.seen(Date.now())).toMatchObject({ severity: 'unvouched', debounced: 'unvouched' });
  state.isDown = false;
  parameters.splice(0);
  await pass(10_500);
  expect(judgement.seen(Date.now()).severity).toBe('ok');
  // The lists are polled together with the status, and not only when their own polls are due.
  const back = parameters.find(({ path }) => path === '/api/v2/status')?.at ?? 0;
  expect(parameters.find(({ path }) => path === '/api/v2/nodes')?.at).toBeLessThanOrEqual(back + 1_000);
});

test('a component that is no longer listed counts as vanished', async () => {
  const state = { components: [['API', 'operational'] as const, ['Cache', 'operational'] as const] };
  const { judgement } = observe((...question) => small(state)(...question));
  await pass(100);
  state.components.pop();
  await pass(10_100);
  expect(judgement.vanished).toBe(1);
  expect(judgement.seen(Date.now()).headline).toBe('1 component no longer listed');
});

test('the observer keeps the pause that a service requests', async () => {
  const { asked: parameters } = observe((path, search) =>
    path === '/api/v2/nodes'
      ? new Response('', { status: 429, headers: { 'retry-after': '120' } })
      : small()(path, search),
  );
  await pass(10 * 60_000);
  const at = parameters.filter(({ path }) => path === '/api/v2/nodes').map((each) => each.at);
  expect(at.slice(1).every((each, index) => each - (at[index] ?? 0) >= 120_000)).toBe(true);
  expect(at.length).toBeGreaterThan(3);
});

test('a stopped observer sends no requests', async () => {
  const { observer, asked: parameters } = observe(demo());
  await pass(1_000);
  observer.stop();
  const before = parameters.length;
  await pass(10 * 60_000);
  expect(parameters).toHaveLength(before);
});

test('a wall clock that is set back makes no response younger, and polling goes on', async () => {
  const state = { isDown: false };
  const { judgement, now, counts, forget } = observe((...question) => small(state)(...question));
  await pass(10_500);
  vi.setSystemTime(Date.now() - hour);
  forget();
  await pass(60_000);
  expect(counts()['/api/v2/status']).toBe(6);
  state.isDown = true;
  await pass(2 * 60_000);
  expect(judgement.seen(now()).severity).toBe('unvouched');
});

test('a hundred services that hang do not delay one that responds', async () => {
  const world = openEnvironment(nowhere);
  const hangs: Answering = () => new Promise(() => undefined);
  for (let index = 0; index < 100; index += 1) observe(hangs, {}, world);
  const { judgement, now, counts, forget } = observe(small(), {}, world);
  await pass(2 * 60_000);
  forget();
  await pass(3 * 60_000);
  expect(counts()).toMatchObject({ '/api/v2/status': 18, '/api/v2/nodes': 3 });
  expect(judgement.seen(now())).toMatchObject({ severity: 'ok', debounced: 'ok' });
});
