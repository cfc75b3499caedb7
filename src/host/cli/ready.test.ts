import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOpensslThere, makeAuthority } from '#e2e/support/hosts/certificates.ts';
import { listenOnLoopback } from '#testing/upstream.ts';
import { whyNotReady } from './ready.ts';

const answering =
  (status: number): RequestListener =>
  (request, response) =>
    void response.writeHead(request.url === '/ops/readyz' ? status : 404).end('{}');

test.each([
  [200, null],
  [503, 'the response has status 503'],
  [404, 'the response has status 404'],
])('a host that answers %i is ready, or not: %j', async (status, why) => {
  const url = await listenOnLoopback(createServer(answering(status)));
  expect(await whyNotReady(`${url}/ops`)).toBe(why);
});

test('a host that does not listen is not ready', async () => {
  expect(await whyNotReady('http://127.0.0.1:1')).toContain('ECONNREFUSED');
});

test.skipIf(!isOpensslThere)('a host with a certificate of its own is asked on loopback', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { cert, key } = makeAuthority(folder).sign('DNS:dash.test');
  const url = await listenOnLoopback(createSecureServer({ cert, key }, answering(200)));
  expect(await whyNotReady(`${url.replace('http:', 'https:')}/ops`)).toBeNull();
});
