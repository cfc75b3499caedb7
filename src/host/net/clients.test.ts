import { createServer, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Client } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '#testing/upstream.ts';
import { Clients } from './clients.ts';

/** A service whose responses end when the test says so, and connections to it. */
async function serviceFor(most: number) {
  const waiting: ServerResponse[] = [];
  const ports = new Set<number | undefined>();
  const server = createServer((incoming, outgoing) => {
    ports.add(incoming.socket.remotePort);
    waiting.push(outgoing);
  });
  const origin = await listenOnLoopback(server);
  const clients = new Clients(most, () => new Client(origin));
  onTestFinished(() => clients.destroy());
  const get = (signal = new AbortController().signal) =>
    clients.request({ path: '/', method: 'GET', signal }).then(({ body }) => body.text());
  const untilWaiting = async (count: number) => {
    while (waiting.length < count) await setImmediate();
  };
  return { clients, get, waiting, untilWaiting, ports };
}

test('no more requests than allowed run at once, and a connection serves the next one', async () => {
  const { get, waiting, untilWaiting, ports } = await serviceFor(2);
  const texts = Promise.all([get(), get(), get(), get()]);
  for (let round = 0; round < 2; round += 1) {
    await untilWaiting(2);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(waiting).toHaveLength(2);
    for (const each of waiting.splice(0)) each.end('ok');
  }
  expect(await texts).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(ports.size).toBe(2);
});

test('a request that is cancelled while it waits takes no connection', async () => {
  const { get, waiting, untilWaiting } = await serviceFor(1);
  const first = get();
  const leaving = new AbortController();
  const second = get(leaving.signal);
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await untilWaiting(1);
  waiting.splice(0)[0]?.end('ok');
  expect(await first).toBe('ok');
});

test('a lost or cancelled request frees its connection', async () => {
  const { get, waiting, untilWaiting } = await serviceFor(1);
  const lost = get();
  await untilWaiting(1);
  waiting.splice(0)[0]?.destroy();
  await expect(lost).rejects.toThrow();
  const leaving = new AbortController();
  const cancelled = get(leaving.signal);
  await untilWaiting(1);
  waiting.splice(0)[0]?.write('part of');
  await new Promise((resolve) => setTimeout(resolve, 20));
  leaving.abort(new Error('left'));
  await expect(cancelled).rejects.toThrow();
  const next = get();
  await untilWaiting(1);
  waiting.splice(0)[0]?.end('ok');
  expect(await next).toBe('ok');
});

test('connections close after all requests that were made before', async () => {
  const { clients, get, waiting, untilWaiting } = await serviceFor(1);
  const texts = Promise.all([get(), get()]);
  await untilWaiting(1);
  const closed = clients.close();
  for (let round = 0; round < 2; round += 1) {
    await untilWaiting(1);
    waiting.splice(0)[0]?.end('ok');
  }
  expect(await texts).toEqual(['ok', 'ok']);
  await closed;
  await expect(get()).rejects.toThrow();
});

test('destroyed connections end the requests in flight and those that wait', async () => {
  const { clients, get, untilWaiting } = await serviceFor(1);
  const ended = Promise.allSettled([get(), get()]);
  await untilWaiting(1);
  await clients.destroy();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
