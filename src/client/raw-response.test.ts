import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { requestRaw } from './raw-response.ts';

async function ask(handle: (outgoing: ServerResponse) => void, signal = new AbortController().signal) {
  const server = createServer((_incoming, outgoing) => handle(outgoing));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address object, not a string.
  const { port } = server.address() as AddressInfo;
  return requestRaw({
    baseUrl: `http://127.0.0.1:${port}/tenant`,
    path: '/api/v2/nodes',
    signal,
    limits: defaultLimits,
    now: () => 7,
    transport: async (url, init) => ({ response: await fetch(url, init) }),
  });
}

test('a response is returned as sent, with any status and content', async () => {
  const answer = await ask((outgoing) => {
    outgoing.writeHead(503, { 'content-type': 'text/html', 'x-own': 'a' });
    outgoing.end('<title>Ünwell</title>');
  });
  expect(answer).toMatchObject({ status: 503, text: '<title>Ünwell</title>', bytes: 22, receivedAt: 7 });
  expect(answer.url).toMatch(/\/tenant\/api\/v2\/nodes$/);
  expect(answer.headers).toContainEqual(['x-own', 'a']);
});

test('a byte order mark stays in the text', async () => {
  const answer = await ask((outgoing) => outgoing.end('\uFEFF{}'));
  expect(answer).toMatchObject({ text: '\uFEFF{}', bytes: 5 });
});

test('the request bypasses the cache of the host', async () => {
  let sent: IncomingHttpHeaders = {};
  await ask((outgoing) => {
    sent = outgoing.req.headers;
    outgoing.end('{}');
  });
  expect(sent).toMatchObject({ accept: 'application/json', 'cache-control': 'max-age=0' });
});

test('a response over the size limit is rejected', async () => {
  const parameters = ask((outgoing) => {
    outgoing.writeHead(200, { 'content-length': String(2 ** 30) });
    outgoing.write('{');
  });
  await expect(parameters).rejects.toMatchObject({ kind: 'too-large' });
});

test('no response is a failure, and so is a cancelled request', async () => {
  await expect(ask((outgoing) => outgoing.destroy())).rejects.toMatchObject({ kind: 'unreachable' });
  const leaving = new AbortController();
  await expect(ask(() => leaving.abort(), leaving.signal)).rejects.toMatchObject({ kind: 'aborted' });
});
