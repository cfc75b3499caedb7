import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import { ListReader } from '#domain/lists/columns/reader/read-list.ts';
import { observedDeployment } from '#testing/observer/observed.ts';
import { envelope, pass, statusDocument, useObserverClock } from '#testing/observer/observing.ts';
import { DeploymentObserver } from '../deployment-observer.ts';
import { openEnvironment } from './observer-context.ts';

beforeEach(() => useObserverClock('2026-11-23T03:00:00.000Z'));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const second = 1_000;
const node = (id: string) => ({
  id,
  pop: 'ams1',
  status: 'ok',
  capacity: '1G',
  created_at: '2026-01-01T00:00:00Z',
});

/** Observes a service with a list of nodes, which is requested every 2 s. */
function observeNodes() {
  const service = { nodes: [node('a'), node('b')], headers: {} as Record<string, string> };
  const recorders: { current: object | null } = { current: {} };
  const transport: Transport = async (url) => {
    const path = url.slice('edge'.length);
    if (path === '/api/v2/status') return { response: Response.json(statusDocument('operational')) };
    if (!path.startsWith('/api/v2/nodes')) return { response: new Response('', { status: 404 }) };
    const headers = { 'cache-control': 'public, max-age=2', ...service.headers };
    return { response: Response.json(envelope(service.nodes), { headers }) };
  };
  const polls: { readonly isRepeat: boolean; readonly rows: number | null; readonly receivedAt: number }[] = [];
  const world = { ...openEnvironment(transport, () => recorders.current), random: () => 0 };
  const decode = vi.spyOn(ListReader.prototype, 'end');
  const observer = new DeploymentObserver(observedDeployment(), world, (watched) => {
    const said = watched.takeObservation();
    const receivedAt = watched.feed.answer?.receivedAt ?? 0;
    if (watched.path !== '/api/v2/nodes') return;
    polls.push({ isRepeat: watched.isRepeat ?? false, rows: said && (said.rows?.length ?? null), receivedAt });
  });
  onTestFinished(() => observer.stop());
  observer.start();
  const tally = () => observer.listOf('node')?.feed.answer?.value.tally?.groups;
  return { service, recorders, polls, decode, tally };
}

test('an unchanged list is decoded once, and each response renews it', async () => {
  const { polls, decode, tally } = observeNodes();
  await pass(30 * second);
  const [first, ...others] = polls;
  expect(first).toMatchObject({ isRepeat: false, rows: 2 });
  expect(others.length).toBeGreaterThan(2);
  expect(others.every(({ isRepeat, rows }) => isRepeat && rows === 0)).toBe(true);
  expect(new Set(polls.map(({ receivedAt }) => receivedAt)).size).toBe(polls.length);
  expect(decode).toHaveBeenCalledTimes(1);
  expect(tally()).toMatchObject([{ word: 'ok', count: 2 }]);
});

test('a changed list is decoded again', async () => {
  const { service, polls, decode, tally } = observeNodes();
  await pass(15 * second);
  service.nodes = [node('a'), node('b'), node('c')];
  await pass(15 * second);
  expect(decode).toHaveBeenCalledTimes(2);
  expect(polls.filter(({ isRepeat }) => !isRepeat).map(({ rows }) => rows)).toEqual([2, 3]);
  expect(tally()).toMatchObject([{ word: 'ok', count: 3 }]);
});

test('a new recorder gets all rows of an unchanged list', async () => {
  const { recorders, polls } = observeNodes();
  await pass(15 * second);
  recorders.current = {};
  await pass(15 * second);
  expect(polls.filter(({ isRepeat }) => !isRepeat).map(({ rows }) => rows)).toEqual([2, 2]);
});

test('the response after a copy in place of a failed one is decoded', async () => {
  const { service, polls } = observeNodes();
  service.headers = { 'edgewatch-last-good': 'Mon, 23 Nov 2026 02:59:00 GMT' };
  await pass(1 * second);
  service.headers = {};
  await pass(40 * second);
  expect(polls.filter(({ isRepeat }) => !isRepeat).map(({ rows }) => rows)).toEqual([2, 2]);
});
