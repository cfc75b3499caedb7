import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Identity, isOpensslThere, makeAuthority } from '#e2e/support/hosts/certificates.ts';
import { answering, listenOnLoopback, problemOf, proxyTo } from '#testing/upstream.ts';
import { Secret, takeSecret } from './secrets.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const path = '/api/v2/nodes';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));
afterEach(() => vi.unstubAllEnvs());

const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

/** An HTTPS service. With `ca` it requires a client certificate that this authority has signed. */
async function secure(identity: Identity, ca?: string) {
  const asked: unknown[] = [];
  const server = createSecureServer(
    { ...identity, ...(ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true }) },
    (incoming, outgoing) => {
      const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
      asked.push(subject?.CN);
      outgoing.writeHead(200).end(list);
    },
  );
  const { port } = new URL(await listenOnLoopback(server));
  return { baseUrl: `https://127.0.0.1:${port}`, byName: `https://edge.internal:${port}`, asked };
}

describe.skipIf(!isOpensslThere)('a service with a certificate', () => {
  const home = isOpensslThere ? makeAuthority(newFolder()) : null;
  const abroad = isOpensslThere ? makeAuthority(newFolder()) : null;
  const sign = (name: string, until?: string) => home?.sign(name, until) ?? { key: '', cert: '' };
  const ca = () => takeSecret({ file: home?.file ?? '' }, { variables: {}, folder: '.' });

  it('is reached if a configured authority signed it', async () => {
    const { baseUrl } = await secure(sign('IP:127.0.0.1'));
    expect((await proxyTo({ baseUrl }, { tls: { ca: ca() } })(path)).status).toBe(200);
  });

  it.each([
    [
      'a stranger',
      'IP:127.0.0.1',
      undefined,
      'certificate-untrusted',
      /is signed by “Authority”, which this host does not/,
    ],
    [
      'the past',
      'IP:127.0.0.1',
      '20210101000000Z',
      'certificate-expired',
      /expired on 1.Jan.2021, 00:00:00 UTC/,
    ],
    [
      'another name',
      'DNS:other.example.com',
      undefined,
      'certificate-name',
      /was issued for other\.example\.com, not for/,
    ],
  ] as const)('of %s is told so in words', async (_of, name, until, reason, summary) => {
    const { baseUrl } = await secure(sign(name, until));
    const tls = reason === 'certificate-untrusted' ? {} : { ca: ca() };
    const response = await proxyTo({ baseUrl }, { tls })(path);
    expect(response.status).toBe(502);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ kind: 'tls', reason, title: expect.stringMatching(summary) });
    expect(problem).toMatchObject({
      detail: expect.stringMatching(/^Valid 1.Jan.2020 to .*, signed by Authority$/),
    });
    expect(JSON.stringify(problem)).not.toMatch(/127\.0\.0|CERT_|ERR_/);
  });

  it.each([
    ['a stranger', 'DNS:edge.internal', undefined, {}, /is signed by “Authority”, which this host does not/],
    ['the past', 'DNS:edge.internal', '20210101000000Z', null, /expired on 1.Jan.2021, 00:00:00 UTC/],
    ['another name', 'DNS:other.example.com', undefined, null, /was issued for other\.example\.com, not for/],
  ] as const)('of %s is told so in words behind a tunnel as well', async (_of, name, until, trust, summary) => {
    const { byName, asked } = await secure(sign(name, until));
    const proxy = await startForwardProxy('user:canary');
    const uri = new Secret(proxy.url.replace('//', '//user:canary@'));
    const headers = { 'X-Key': new Secret('canary') };
    const ask = proxyTo({ baseUrl: byName }, { tls: trust ?? { ca: ca() }, proxy: uri, headers });
    for (let turn = 0; turn < 2; turn += 1) {
      const problem = await problemOf(await ask(path));
      expect(problem).toMatchObject({
        kind: 'tls',
        title: expect.stringMatching(summary),
        detail: expect.stringMatching(/^Valid 1.Jan.2020 to .*, signed by Authority$/),
      });
      expect(JSON.stringify(problem)).not.toMatch(/canary|127\.0\.0|CERT_|ERR_/);
    }
    expect(asked).toEqual([]);
  });

  it('is reported with its certificate fault behind a tunnel from the environment, too', async () => {
    const { byName } = await secure(sign('DNS:edge.internal'));
    const proxy = await startForwardProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    expect(await problemOf(await proxyTo({ baseUrl: byName })(path))).toMatchObject({
      reason: 'certificate-untrusted',
      detail: expect.stringMatching(/signed by Authority$/),
    });
  });

  it('may have the configured server name', async () => {
    const { baseUrl } = await secure(sign('DNS:edge.internal'));
    const ask = proxyTo({ baseUrl }, { tls: { ca: ca(), serverName: 'edge.internal' } });
    expect((await ask(path)).status).toBe(200);
  });

  it('gets the configured client certificate', async () => {
    const { baseUrl, asked } = await secure(sign('IP:127.0.0.1'), ca().reveal());
    const client = sign('DNS:client');
    const tls = { ca: ca(), cert: new Secret(client.cert), key: new Secret(client.key) };
    expect((await proxyTo({ baseUrl }, { tls })(path)).status).toBe(200);
    expect(asked).toEqual(['Service']);
    expect((await proxyTo({ baseUrl }, { tls: { ca: ca() } })(path)).status).toBe(502);
  });

  it('is trusted after its authority file changes, without a restart', async () => {
    const file = join(newFolder(), 'ca.pem');
    const stranger = takeSecret({ file: abroad?.file ?? '' }, { variables: {}, folder: '.' });
    writeFileSync(file, stranger.reveal());
    const { baseUrl } = await secure(sign('IP:127.0.0.1'));
    const tls = { ca: takeSecret({ file }, { variables: {}, folder: '.' }) };
    const ask = proxyTo({ baseUrl }, { tls });
    expect((await ask(path)).status).toBe(502);
    writeFileSync(file, ca().reveal());
    ask.deployment.renew();
    expect((await ask(path)).status).toBe(200);
    const lines: string[] = [];
    const reported = proxyTo({ baseUrl }, { tls, report: (line) => lines.push(line) });
    writeFileSync(file, 'nonsense');
    reported.deployment.renew();
    expect((await reported(path)).status).toBe(200);
    expect(lines).toEqual(['it: tls.ca: it has no certificate in PEM form; the previous value stays in use.']);
  });

  it('is reached through a proxy tunnel, and the proxy sees only the address', async () => {
    const { byName } = await secure(sign('DNS:edge.internal'));
    const proxy = await startForwardProxy();
    const headers = { 'X-Key': new Secret('canary') };
    const ask = proxyTo({ baseUrl: byName }, { tls: { ca: ca() }, proxy: new Secret(proxy.url), headers });
    expect((await ask(path)).status).toBe(200);
    expect(proxy.seen.map(({ method, url }) => [method, url])).toEqual([['CONNECT', new URL(byName).host]]);
    expect(JSON.stringify(proxy.seen[0]?.headers)).not.toContain('canary');
    const strict = await proxyTo({ baseUrl: byName }, { proxy: new Secret(proxy.url) })(path);
    expect(await problemOf(strict)).toMatchObject({ kind: 'tls', reason: 'certificate-untrusted' });
  });
});

async function startForwardProxy(credential?: string) {
  const seen: IncomingMessage[] = [];
  const isLetIn = ({ headers }: IncomingMessage) =>
    credential === undefined || headers['proxy-authorization'] === `Basic ${btoa(credential)}`;
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming);
    if (!isLetIn(incoming)) {
      outgoing.writeHead(407).end();
      return;
    }
    const { port, pathname } = new URL(incoming.url ?? '');
    request({ port, path: pathname, host: '127.0.0.1', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket) => {
    seen.push(incoming);
    if (!isLetIn(incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const port = Number(incoming.url?.split(':')[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    onTestFinished(() => void onward.destroy());
  });
  return { url: await listenOnLoopback(server), seen };
}

describe('a forward proxy', () => {
  async function service() {
    const upstream = await answering((outgoing) => outgoing.writeHead(200).end(list));
    return {
      ...upstream,
      baseUrl: upstream.baseUrl.replace('127.0.0.1', 'edge.internal'),
      plain: upstream.baseUrl,
    };
  }

  it('gets plain HTTP requests without a tunnel', async () => {
    const upstream = await service();
    const proxy = await startForwardProxy();
    const ask = proxyTo(upstream, {
      proxy: new Secret(proxy.url),
      headers: { 'X-Key': new Secret('for the service') },
    });
    expect((await ask(path)).status).toBe(200);
    expect(proxy.seen.map(({ method, url }) => [method, url])).toEqual([['GET', upstream.baseUrl + path]]);
    expect(upstream.requests[0]?.headers['x-key']).toBe('for the service');
  });

  it.each([['HTTP_PROXY'], ['http_proxy']])('is found in %s', async (variable) => {
    const upstream = await service();
    const proxy = await startForwardProxy('user:canary');
    vi.stubEnv(variable, proxy.url.replace('//', '//user:canary@'));
    expect((await proxyTo(upstream)(path)).status).toBe(200);
    expect(proxy.seen).toHaveLength(1);
  });

  it('may be configured without http://', async () => {
    const upstream = await service();
    const proxy = await startForwardProxy();
    vi.stubEnv('HTTP_PROXY', proxy.url.replace('http://', ''));
    expect((await proxyTo(upstream)(path)).status).toBe(200);
    expect(proxy.seen).toHaveLength(1);
  });

  it.each([
    ['NO_PROXY names the service', { NO_PROXY: 'x.test,.internal' }, null],
    ['no_proxy names everything', { no_proxy: '*' }, null],
    ['the deployment wants none', {}, false],
  ] as const)('is left out where %s', async (_why, variables, none) => {
    const upstream = await service();
    const proxy = await startForwardProxy();
    vi.stubEnv('HTTP_PROXY', proxy.url);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect((await proxyTo(upstream, { proxy: none, resolve })(path)).status).toBe(200);
    expect(proxy.seen).toEqual([]);
  });

  it.each([
    ['http', 'the proxy on the way to the service returns HTTP 407'],
    ['https', 'the proxy on the way to the service returns HTTP 407'],
  ])('that refuses %s is reported, without its credential', async (scheme, title) => {
    const upstream = await service();
    const proxy = await startForwardProxy('user:right');
    const uri = new Secret(proxy.url.replace('//', '//user:canary@'));
    const baseUrl = upstream.baseUrl.replace('http:', `${scheme}:`);
    const response = await proxyTo({ baseUrl }, { proxy: uri })(path);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ kind: 'unreachable', reason: 'proxy', title });
    expect(JSON.stringify(problem)).not.toMatch(/canary|127\.0/);
  });

  it.each(['http', 'https'])(
    'that is unreachable is distinguished from an unreachable service: %s',
    async (scheme) => {
      const response = await proxyTo(
        { baseUrl: `${scheme}://edge.internal` },
        { proxy: new Secret('http://127.0.0.1:1') },
      )(path);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ reason: 'proxy', title: expect.stringContaining('cannot be reached') });
      expect(JSON.stringify(problem)).not.toMatch(/127\.0|ECONN/);
    },
  );
});
