import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import type { Failure } from '#domain/answer/answer.ts';
import { failureAt } from '#testing/feeds.ts';
import { answering } from '#testing/upstream.ts';
import { pollOf } from '#testing/webhook.ts';
import { openSender } from './deliver.ts';
import { Heartbeats } from './heartbeats.ts';

const limits = { ...defaultLimits, totalMilliseconds: 5_000 };
const edge = { slug: 'edge', pollMilliseconds: 10_000, limits };
const store = { ...edge, slug: 'store' };

/** Heartbeats that call a real server every 20 ms. The test moves the clock, and makes the polls of the observer. */
async function calling() {
  let status = 204;
  const server = await answering((outgoing) => outgoing.writeHead(status).end());
  const sender = openSender();
  const clock = { ahead: 0, isMine: true };
  const lines: string[] = [];
  const heartbeats = new Heartbeats({
    send: (url) => sender.send({ url, headers: {}, body: null }),
    report: (line) => lines.push(line),
    now: () => performance.now() + clock.ahead,
    isMine: () => clock.isMine,
  });
  onTestFinished(async () => {
    heartbeats.close();
    await sender.close();
  });
  const target = { id: 'a', url: () => `${server.baseUrl}/ping/secret`, seconds: 0.02 };
  const note = (slug: string, failure: Failure | null = null) =>
    heartbeats.note({ ...pollOf(slug, 'ok'), failure });
  const set = (next: number) => {
    status = next;
  };
  /** Returns whether calls arrive. Several would be due in the time that this takes. */
  const isCalled = async () => {
    const before = server.requests.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    // One call may have been under way.
    return server.requests.length > before + 1;
  };
  return { server, clock, lines, heartbeats, target, note, set, isCalled };
}

test('an address is called while the observer completes its polls, and not when it stops', async () => {
  const { server, clock, heartbeats, target, note, isCalled } = await calling();
  heartbeats.take([target], [edge]);
  expect(await isCalled()).toBe(false);
  note('edge');
  expect(await isCalled()).toBe(true);
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/ping/secret' });
  expect(heartbeats.state).toEqual([{ number: 1, isUp: true, acceptedAt: expect.any(Number) }]);
  // A poll period, the limit of a request and the grace period pass without a poll.
  clock.ahead += 25_000;
  expect(await isCalled()).toBe(false);
  expect(heartbeats.state).toMatchObject([{ isUp: false }]);
  note('edge');
  expect(await isCalled()).toBe(true);
});

test('one deployment without polls stops the calls, and a removed one does not count', async () => {
  const { heartbeats, target, note, isCalled } = await calling();
  heartbeats.take([target], [edge, store]);
  note('edge');
  expect(await isCalled()).toBe(false);
  heartbeats.take([target], [edge]);
  expect(await isCalled()).toBe(true);
  heartbeats.take([target], []);
  expect(await isCalled()).toBe(false);
});

test('of several hosts with one database, only the one that sends messages calls and is in the metrics', async () => {
  const { clock, heartbeats, target, note, isCalled } = await calling();
  clock.isMine = false;
  heartbeats.take([target], [edge]);
  note('edge');
  expect(await isCalled()).toBe(false);
  expect(heartbeats.state).toEqual([]);
  clock.isMine = true;
  note('edge');
  expect(await isCalled()).toBe(true);
  expect(heartbeats.state).toMatchObject([{ isUp: true }]);
});

test('failed polls count: the observer works although the service does not', async () => {
  const { clock, heartbeats, target, note, isCalled } = await calling();
  heartbeats.take([target], [edge]);
  note('edge', failureAt(Date.now()));
  expect(await isCalled()).toBe(true);
  // The service asks for a pause of 4 minutes.
  const at = Date.now();
  note('edge', { ...failureAt(at), retryAt: at + 240_000 });
  clock.ahead += 200_000;
  expect(await isCalled()).toBe(true);
  clock.ahead += 60_000;
  expect(await isCalled()).toBe(false);
});

test('an endpoint that is not offered, and due much later, hides no observer that stopped', async () => {
  const { clock, heartbeats, target, note, isCalled } = await calling();
  heartbeats.take([target], [edge]);
  const absent = failureAt(Date.now(), { kind: 'http', status: 404 });
  for (const path of ['/api/v2/nodes', '/api/v2/status'] as const)
    heartbeats.note({ ...pollOf('edge', 'ok'), path, failure: absent });
  // The other version of the status document responds.
  heartbeats.note({ ...pollOf('edge', 'ok'), path: '/api/v1/status' });
  expect(await isCalled()).toBe(true);
  clock.ahead += 25_000;
  expect(await isCalled()).toBe(false);
  heartbeats.note({ ...pollOf('edge', 'ok'), path: '/api/v2/status', failure: absent });
  expect(await isCalled()).toBe(false);
  // Lists are no evidence.
  heartbeats.note({ ...pollOf('edge', 'ok'), path: '/api/v2/nodes' });
  expect(await isCalled()).toBe(false);
  note('edge');
  expect(await isCalled()).toBe(true);
});

test('a failing address is one line in the log, without the address, and so is its recovery', async () => {
  const { lines, heartbeats, target, note, set, isCalled } = await calling();
  set(500);
  heartbeats.take([target], [edge]);
  note('edge');
  expect(await isCalled()).toBe(true);
  expect(heartbeats.state).toMatchObject([{ isUp: false, acceptedAt: null }]);
  set(200);
  await expect.poll(() => heartbeats.state[0]?.isUp).toBe(true);
  expect(lines).toEqual([
    'heartbeat[0] is not accepted: it answers 500. It is called again every 0.02 s.',
    'heartbeat[0] is accepted again.',
  ]);
});

test('a new configuration keeps the pace of an unchanged target', async () => {
  const { server, heartbeats, target, note, isCalled } = await calling();
  const slow = { ...target, seconds: 3_600 };
  heartbeats.take([slow], [edge]);
  note('edge');
  await expect.poll(() => heartbeats.state[0]?.isUp).toBe(true);
  heartbeats.take([slow], [edge]);
  note('edge');
  expect(await isCalled()).toBe(false);
  expect(server.requests).toHaveLength(1);
});
