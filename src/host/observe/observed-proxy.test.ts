// Requests load this module on demand. An import takes real time, so fake timers do not advance it.
import '#client/http-error.ts';
import '#contract/json/flaw.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { observedDeployment } from '#testing/observer/observed.ts';
import { answering, proxyTo } from '#testing/upstream.ts';
import { DeploymentObserver } from './deployment-observer.ts';
import { openEnvironment } from './watches/observer-context.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const json = { 'content-type': 'application/json' };
const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const status = '{"status":"operational","version":"v2","region":"fra1","components":[],"updated_at":"x"}';
const paths = ['/api/v2/status', '/api/v2/regions', '/api/v2/nodes'];

interface Circumstances {
  readonly budget?: number;
  /** Seconds after the start between which every response is 503. */
  readonly out?: readonly [from: number, to: number];
}

/**
 * Counts the requests that a service gets in ten minutes, from the observer and from viewers that poll every
 * 15 s.
 */
async function requestsFor(viewers: number, { budget = 60_000, out: [from, to] = [0, 0] }: Circumstances = {}) {
  const began = Date.now();
  const upstream = await answering((outgoing) => {
    const { url = '' } = outgoing.req;
    const second = (Date.now() - began) / 1000;
    if (second >= from && second < to) return void outgoing.writeHead(503).end();
    if (!paths.includes(url)) return void outgoing.writeHead(404, json).end('{}');
    const age = url.endsWith('regions') ? 300 : 60;
    outgoing.writeHead(200, { ...json, 'cache-control': `public, max-age=${age}` });
    outgoing.end(url.endsWith('status') ? status : list);
  });
  const ask = proxyTo(upstream, { budget });
  let underWay = 0;
  const parameters = async (path: string) => {
    underWay += 1;
    const response = await ask(path);
    underWay -= 1;
    return response;
  };
  const world = openEnvironment(async (url) => ({ response: await parameters(url.slice('edge'.length)) }));
  const observer = new DeploymentObserver(observedDeployment(), { ...world, random: () => 0 }, () => undefined);
  onTestFinished(() => observer.stop());
  observer.start();
  for (let seconds = 0; seconds < 600; seconds += 1) {
    if (seconds % 15 === 0)
      for (let viewer = 0; viewer < viewers; viewer += 1) for (const path of paths) void parameters(path);
    let quiet = 0;
    while (quiet < 8) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      quiet = underWay > 0 ? 0 : quiet + 1;
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const counts = paths.map((path) => upstream.paths.filter((each) => each === path).length);
  return [...counts, upstream.paths.filter((each) => !each.endsWith('status')).length];
}

test.each([0, 1, 100])(
  'with %i viewers a service gets as many requests as its lifetimes allow',
  { timeout: 60_000 },
  async (viewers) => {
    const [ofStatus = 0, ofRegions = 0, ofNodes = 0] = await requestsFor(viewers);
    expect({ ofStatus, ofRegions, ofNodes }).toEqual({ ofStatus: 60, ofRegions: 2, ofNodes: 10 });
  },
);

test('a used-up budget does not limit the status, and bounds the requests of all lists', {
  timeout: 60_000,
}, async () => {
  const [, , , freely = 0] = await requestsFor(0);
  const [ofStatus = 0, ofRegions = 0, ofNodes = 0, ofLists = 0] = await requestsFor(0, { budget: 1 });
  // One more request may fall into the last second.
  expect([60, 61]).toContain(ofStatus);
  // The budget allows one list request per minute, for the lists in turn.
  expect(freely).toBeGreaterThan(11);
  expect(ofLists).toBeLessThanOrEqual(11);
  expect(Math.min(ofRegions, ofNodes)).toBeGreaterThan(0);
});

test('a failing service gets no more requests than from a page, and each list is requested once it is back', {
  timeout: 60_000,
}, async () => {
  const [ofStatus = 0, ofRegions = 0, ofNodes = 0] = await requestsFor(0, { out: [100, 300] });
  // The first failure causes three quick retries. Then the status is polled every 10 s, and each list every
  // 30 s.
  expect(ofStatus).toBeGreaterThanOrEqual(58);
  expect(ofStatus).toBeLessThanOrEqual(66);
  expect(ofRegions).toBeLessThanOrEqual(4);
  expect(ofNodes).toBeLessThanOrEqual(10 + 3 + 7);
  expect(ofNodes).toBeGreaterThan(10);
});
