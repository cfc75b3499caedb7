/** What one client can do to a host that other clients use, over real sockets. */

import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { type ClientLimits, listen, waitFor } from './listen.ts';

const head = 'GET / HTTP/1.1\r\nHost: a\r\n';

/** A host with short time limits. */
async function hostWith(
  limits: Partial<ClientLimits>,
  answer: () => Response | Promise<Response> = () => new Response('well'),
  isUncounted?: (address: string) => boolean,
) {
  const host = await listen({
    fetch: answer,
    port: 0,
    host: '127.0.0.1',
    isOwnName: () => true,
    limits: { lookMilliseconds: 20, ...limits },
    ...(isUncounted && { isUncounted }),
  });
  onTestFinished(() => host.close(0));
  return Number(new URL(host.origin).port);
}

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
  /** Resolves to all bytes received before the host closed the connection. */
  readonly ended: Promise<string>;
}

/**
 * Opens a connection and sends bytes.
 *
 * @param from - local address of the connection.
 */
function clientOf(port: number, bytes: string, from = '127.0.0.1'): Client {
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => undefined);
  if (bytes !== '') socket.write(bytes);
  onTestFinished(() => {
    socket.destroy();
  });
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received));
    socket.once('end', () => resolve(received));
  });
  return { socket, received: () => received, ended };
}

it.each(['', 'GET / HT', head])('H14 an incomplete request head costs its connection: %j', async (bytes) => {
  const port = await hostWith({ headMilliseconds: 100 });
  const { socket, ended } = clientOf(port, bytes);
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
  // The host has closed its socket, although the client keeps its half of the connection open.
  await expect
    .poll(() => {
      socket.write('x');
      return socket.destroyed;
    })
    .toBe(true);
});

it('H14 incomplete heads keep no other connection out, from another address or the same', async () => {
  const limits = { ofAnAddress: 20, inAll: 40 };
  const port = await hostWith(limits);
  const slow = Array.from({ length: 60 }, (_, index) => clientOf(port, head, `127.0.0.${2 + (index % 3)}`));
  await expect.poll(() => slow.filter(({ socket }) => socket.bytesWritten > 0).length).toBe(60);
  const whole = `${head}connection: close\r\n\r\n`;
  await expect
    .poll(async () => (await clientOf(port, whole, '127.0.0.9').ended).slice(9, 12), {
      timeout: 5_000,
      interval: 100,
    })
    .toBe('200');
  await expect
    .poll(async () => (await clientOf(port, whole, '127.0.0.2').ended).slice(9, 12), {
      timeout: 5_000,
      interval: 100,
    })
    .toBe('200');
});

it('H14 a client that reads too slowly is cut off, and its buffered bytes are bounded', async () => {
  const body = new Uint8Array(64 * 1024 ** 2);
  const port = await hostWith({}, () => new Response(body));
  const { socket, ended } = clientOf(port, `${head}\r\n`);
  socket.once('data', () => {
    socket.pause();
    // After a second the host has checked the speed fifteen times, and the network has taken some megabytes.
    setTimeout(() => socket.resume(), 1_000);
  });
  expect((await ended).length).toBeLessThan(body.byteLength / 2);
});

it('H14 a fast client gets a long response completely', async () => {
  const body = new Uint8Array(16 * 1024 ** 2).fill(0x61);
  const port = await hostWith({}, () => new Response(body));
  const answer = await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer();
  expect(Buffer.compare(Buffer.from(answer), Buffer.from(body))).toBe(0);
});

it('H14 a response that takes too long is cut off', async () => {
  const endless = new ReadableStream({ pull: () => new Promise(() => undefined) });
  const port = await hostWith({ answerMilliseconds: 100 }, () => new Response(endless));
  expect(await clientOf(port, `${head}\r\n`).ended).toMatch(/^HTTP\/1\.1 200 /);
});

it('the host waits for the slowest upstream that can be configured', () => {
  expect(waitFor({ ...defaultLimits, totalMilliseconds: 300_000 })).toBeGreaterThan(300_000);
});

it('a viewer waits as long as the slowest upstream may take, and no longer', async () => {
  const port = await hostWith({ waitMilliseconds: 100 }, () => new Promise(() => undefined));
  expect(await clientOf(port, `${head}\r\n`).ended).toBe('');
});

it('H15 beyond the connection limit of an address the response is 503; other addresses are served', async () => {
  const port = await hostWith({ ofAnAddress: 3, inAll: 8 }, () => new Promise(() => undefined));
  const busy = Array.from({ length: 3 }, () => clientOf(port, `${head}\r\n`));
  await expect.poll(() => busy.every(({ socket }) => socket.bytesWritten > 0)).toBe(true);
  const refused = await clientOf(port, `${head}\r\n`).ended;
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(refused).toMatch(/\r\nconnection: close\r\n/);
  expect(refused).toMatch(/\r\nretry-after: 1\r\n/);
  const other = clientOf(port, `${head}\r\n`, '127.0.0.2');
  await expect.poll(() => other.socket.bytesWritten).toBeGreaterThan(0);
  expect(other.received()).toBe('');
});

it('an address with too many requests gets 429; other addresses are served', async () => {
  const limits = { requestsPerSecond: 0.1, requestsAtOnce: 3 };
  const port = await hostWith(limits, undefined, () => false);
  for (let index = 0; index < 3; index += 1)
    expect(await clientOf(port, `${head}Connection: close\r\n\r\n`).ended).toMatch(/^HTTP\/1\.1 200 /);
  const refused = await clientOf(port, `${head}\r\n`).ended;
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/\r\nretry-after: (?:9|10)\r\n/);
  expect(refused).toMatch(/\r\nconnection: close\r\n/);
  expect(refused).toMatch(/\r\ncontent-security-policy: default-src 'none'/);
  expect(await clientOf(port, `${head}Connection: close\r\n\r\n`, '127.0.0.2').ended).toMatch(/ 200 /);
});

it('requests of this machine, where a proxy may stand for all viewers, are not counted', async () => {
  const port = await hostWith({ requestsPerSecond: 0.1, requestsAtOnce: 1 });
  for (let index = 0; index < 3; index += 1)
    expect(await clientOf(port, `${head}Connection: close\r\n\r\n`).ended).toMatch(/^HTTP\/1\.1 200 /);
});

it('H15 idle connections are closed for new ones', async () => {
  const port = await hostWith({ ofAnAddress: 3, inAll: 4 });
  const idle = Array.from({ length: 12 }, () => clientOf(port, `${head}\r\n`));
  for (const { received } of idle) await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(idle.filter(({ socket }) => !socket.readableEnded).length).toBeLessThanOrEqual(4);
});

it('CONNECT gets one response, and is closed', async () => {
  const port = await hostWith({});
  const answer = await clientOf(port, 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n').ended;
  expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n/);
});

it.each([
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ['two Host lines', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a target that is not plain', 'GET /../a HTTP/1.1\r\nHost: a\r\n\r\n'],
])('%s gets the last response of its connection', async (_, bytes) => {
  const port = await hostWith({});
  expect(await clientOf(port, bytes + bytes).ended).toMatch(/^HTTP\/1\.1 400 (?:(?!HTTP\/1\.1)[^])*$/);
});
