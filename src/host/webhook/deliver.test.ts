import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answering } from '#testing/upstream.ts';
import { openSender } from './deliver.ts';

function setUp() {
  const sender = openSender();
  onTestFinished(() => sender.close());
  return (url: string) => sender.send({ url, headers: {}, body: '{}' });
}

test.each(['http://169.254.169.254/hook', 'http://[fe80::1]/hook', 'http://metadata.google.internal/hook'])(
  'nothing is sent to the metadata address %s',
  async (url) => {
    await expect(setUp()(url)).rejects.toThrow(
      'it has a link-local or metadata address, to which the host does not connect',
    );
  },
);

test('a message needs a 2xx response, and a redirect is not followed', async () => {
  const other = await answering((outgoing) => outgoing.end());
  const upstream = await answering((outgoing) => outgoing.writeHead(307, { location: other.baseUrl }).end());
  await expect(setUp()(upstream.baseUrl)).rejects.toThrow(/^it answers 307$/);
  expect(other.requests).toEqual([]);
});

async function connecting(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a target without an HTTP response is reported with the reason, without its address', async () => {
  const send = setUp();
  const [ssh, silent, reset] = await Promise.all([
    connecting((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))),
    connecting((socket) => socket.once('data', () => socket.end())),
    connecting((socket) => socket.once('data', () => socket.resetAndDestroy())),
  ]);
  await expect(send(`http://127.0.0.1:${ssh}/secret-hook`)).rejects.toThrow(/^its response is not HTTP$/);
  for (const port of [silent, reset])
    await expect(send(`http://127.0.0.1:${port}/secret-hook`)).rejects.toThrow(
      /^it closed the connection without a response$/,
    );
  const http = await answering((outgoing) => outgoing.end());
  await expect(send(`${http.baseUrl.replace('http:', 'https:')}/secret-hook`)).rejects.toThrow(
    /^its address says https, but the server does not use TLS$/,
  );
  await expect(send('http://127.0.0.1:2/secret-hook')).rejects.toThrow(/^the connection is refused$/);
  await expect(send('http://name.invalid/secret-hook')).rejects.toThrow(/^its name /);
});

test('HTTP_PROXY, HTTPS_PROXY and NO_PROXY apply', async () => {
  const heads: string[] = [];
  const port = await connecting((socket) =>
    socket.once('data', (head) => {
      heads.push(String(head).split('\r\n', 1)[0] ?? '');
      socket.end(`HTTP/1.1 ${heads.length === 1 ? '204 No Content' : '403 Forbidden'}\r\n\r\n`);
    }),
  );
  for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, `http://127.0.0.1:${port}`);
  vi.stubEnv('no_proxy', '127.0.0.1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const send = setUp();
  await send('http://chat.test/hook');
  await expect(send('https://chat.test/hook')).rejects.toThrow(
    /^the proxy on the way to the target returns HTTP 403$/,
  );
  const direct = await answering((outgoing) => outgoing.end());
  await send(direct.baseUrl);
  expect(direct.requests).toHaveLength(1);
  expect(heads).toEqual(['POST http://chat.test/hook HTTP/1.1', 'CONNECT chat.test:443 HTTP/1.1']);
});
