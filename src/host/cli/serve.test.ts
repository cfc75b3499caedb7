import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isOpensslThere, makeAuthority } from '#e2e/support/hosts/certificates.ts';
import { answering, listenOnLoopback } from '#testing/upstream.ts';
import type { ServeOptions } from '../configuration/command-line.ts';
import type { ConfigFile } from '../configuration/schema.ts';
import { makeSettings } from '../configuration/settings.ts';
import { noDrawing } from '../drawing/drawer.ts';
import { noHistory } from '../history/history.ts';
import { Secret } from '../net/secrets.ts';
import { noObserving } from '../observe/observer.ts';
import { serve } from './serve.ts';

const options: ServeOptions = { open: false, demo: false, baseUrls: [], port: 0 };

function emptyBuild(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'files.json'), '[]');
  writeFileSync(join(folder, 'index.html'), '<html><body></body></html>');
  return pathToFileURL(`${folder}/`);
}

function start(given: Partial<ServeOptions>, appFolder = emptyBuild(), file: ConfigFile = {}) {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const host = serve(makeSettings({ ...options, ...given }, file), {
    appFolder,
    version: '1',
    drawing: noDrawing,
    observing: noObserving,
    history: noHistory,
    data: null,
    print,
    report: print,
  });
  onTestFinished(async () => {
    await host.then(
      (running) => running.close(0),
      () => undefined,
    );
  });
  return { host, printed };
}

describe('a started host', () => {
  it('prints its own address with the base path, then its deployments', async () => {
    const { host, printed } = start({
      demo: true,
      basePath: '/ops',
      baseUrls: [{ slug: 'edge', baseUrl: 'http://127.0.0.1:9' }],
    });
    await host;
    expect(printed).toEqual([
      expect.stringMatching(/^Edgewatch: http:\/\/127\.0\.0\.1:\d+\/ops$/),
      '  edge: http://127.0.0.1:9',
      '  Everything: demo data',
      '  Object storage: demo data',
      '  Edge network: demo data',
      '  Platform: demo data',
    ]);
  });

  it('gives a demo deployment another slug if its own is taken', async () => {
    const { host, printed } = start({
      demo: true,
      baseUrls: [{ slug: 'edge', baseUrl: 'http://127.0.0.1:9' }],
    });
    await host;
    const response = await fetch(`${printed[0]?.replace('Edgewatch: ', '')}/config.json`);
    expect(await response.json()).toMatchObject({
      deployments: [{ slug: 'edge' }, { slug: 'everything' }, { slug: 'storage' }, { slug: 'edge-2' }, {}],
    });
  });

  it('leaves nothing running if its port is taken', async () => {
    const port = Number(new URL(await listenOnLoopback(createServer())).port);
    const { host, printed } = start({ port });
    await expect(host).rejects.toThrow('is taken');
    expect(printed).toEqual([]);
  });

  it('names the remedy if the app is not built', async () => {
    const nowhere = pathToFileURL(join(tmpdir(), 'edgewatch-not-built/'));
    await expect(start({}, nowhere).host).rejects.toThrow('The app is not built; run npm run build.');
  });
});

describe('H22 a start while no service can be reached', () => {
  // Loads these modules before the test. In a build they are compiled, so compiling them is no part of a
  // start.
  beforeAll(() => Promise.all([import('../gateway/proxy.ts'), import('../gateway/cache/shared-cache.ts')]));

  it.each([
    ['refuses connections', async () => 'http://127.0.0.1:1'],
    ['takes connections and says nothing', async () => (await answering(() => undefined)).baseUrl],
    ['has a name that leads nowhere', async () => 'http://nowhere.invalid'],
  ])('serves without waiting, and shows no state, if it %s', async (_how, whereIs) => {
    const deployments = ['a', 'b'].map((slug) => ({ slug, baseUrl: '' }));
    for (const deployment of deployments) deployment.baseUrl = await whereIs();
    // If the host waited for the service, the test would exceed its time limit.
    const { host, printed } = start({}, emptyBuild(), { deployments, limits: { timeoutSeconds: 300 } });
    await host;
    const url = printed[0]?.replace('Edgewatch: ', '') ?? '';
    const ready = await fetch(`${url}/readyz`);
    const page = await fetch(`${url}/a`);
    const html = await page.text();
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready', deployments: { n: 2 } });
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/operational/i);
  });
});

const status =
  '{"status":"operational","version":"v2","region":"x","components":[],"updated_at":"2026-01-01T00:00:00Z"}';
const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';

function service() {
  return answering((outgoing) => {
    const isStatus = outgoing.req.url?.endsWith('status') ?? false;
    outgoing.writeHead(200, { 'cache-control': isStatus ? 'no-store' : 'public, max-age=60' });
    outgoing.end(isStatus ? status : list);
  });
}

describe.skipIf(!isOpensslThere)('a host with https', () => {
  async function secured() {
    const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const authority = makeAuthority(folder);
    const [tlsCert, tlsKey] = [join(folder, 'own.pem'), join(folder, 'own.key')];
    const write = () => {
      const { cert, key } = authority.sign('IP:127.0.0.1,DNS:localhost');
      writeFileSync(tlsCert, cert);
      writeFileSync(tlsKey, key);
    };
    write();
    const { host, printed } = start({ demo: true, tlsCert, tlsKey });
    const running = await host;
    const url = printed[0]?.replace('Edgewatch: ', '') ?? '';
    const ca = readFileSync(authority.file);
    const ask = (headers = {}) =>
      new Promise<{ answer: IncomingMessage; serial: string }>((resolve, reject) => {
        const agent = new Agent({ ca });
        const asked = request(`${url}/healthz`, { agent, headers }, (answer) => {
          const { serialNumber: serial } = (answer.socket as TLSSocket).getPeerCertificate();
          answer.resume().on('end', () => {
            agent.destroy();
            resolve({ answer, serial });
          });
        });
        asked.on('error', reject);
        asked.end();
      });
    return { url, write, ask, running, tlsCert };
  }

  it('has an https address, and sends HSTS', async () => {
    const { url, ask } = await secured();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { answer } = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    const local = await ask({ host: 'localhost:4600' });
    expect(local.answer.headers).not.toHaveProperty('strict-transport-security');
  });

  it('serves a renewed certificate without a restart', async () => {
    const { ask, write, running, tlsCert } = await secured();
    const before = await ask();
    write();
    running.renew();
    const { serial } = await ask();
    expect(serial).not.toBe(before.serial);
    writeFileSync(tlsCert, 'nonsense');
    running.renew();
    expect((await ask()).serial).toBe(serial);
  });

  it('counts its connections, and closes those without progress', async () => {
    const { url, ask } = await secured();
    const { port } = new URL(url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect((await ask()).answer.statusCode).toBe(200);
    sockets.forEach((socket) => socket.destroy());
  });
});

it('a metrics token is replaced when its file changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  const [first, second] = ['the-first-of-two-tokens', 'the-other-of-two-tokens'];
  const metrics = { token: new Secret(first, file) };
  const { host, printed } = start({ demo: true }, emptyBuild(), { metrics });
  const running = await host;
  const url = `${printed[0]?.replace('Edgewatch: ', '')}/metrics`;
  const ask = async (token: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await ask(first), await ask(second)]).toEqual([200, 401]);
  writeFileSync(file, second);
  running.renew();
  expect([await ask(first), await ask(second)]).toEqual([401, 200]);
});

describe('a new configuration', () => {
  type Deployment = NonNullable<ConfigFile['deployments']>[number];

  async function running(...deployments: readonly Deployment[]) {
    const { host, printed } = start({}, emptyBuild(), { deployments: [...deployments] });
    const running = await host;
    const url = printed[0]?.replace('Edgewatch: ', '') ?? '';
    return {
      ask: (path: string) => fetch(url + path),
      take: (file: ConfigFile, given: Partial<ServeOptions> = {}) =>
        running.apply(makeSettings({ ...options, ...given }, file)),
      refuse: (why: string) => running.refuse(why),
    };
  }

  it('keeps the caches of unchanged deployments, and requests changed ones again', async () => {
    const [same, other] = [await service(), await service()];
    const one = { slug: 'one', baseUrl: same.baseUrl };
    const two = { slug: 'two', baseUrl: other.baseUrl };
    const { ask, take } = await running(one, two);
    const asked = [
      '/deployments/one/api/v2/nodes',
      '/deployments/two/api/v2/nodes',
      '/deployments/one/api/v2/status',
    ];
    for (const path of asked) expect((await ask(path)).status).toBe(200);
    expect(await take({ deployments: [one, { ...two, headers: { 'X-Key': new Secret('canary') } }] })).toEqual(
      [],
    );
    for (const path of asked) expect((await ask(path)).status).toBe(200);
    expect(same.requests).toHaveLength(2);
    expect(other.requests.map(({ headers }) => headers['x-key'])).toEqual([undefined, 'canary']);
  });

  it('adds, renames and removes deployments at once', async () => {
    const { baseUrl } = await service();
    const { ask, take } = await running({ slug: 'one', baseUrl });
    await take({
      deployments: [
        { slug: 'two', name: 'Second', baseUrl },
        { slug: 'one', name: 'First', baseUrl },
      ],
    });
    expect(await (await ask('/config.json')).json()).toMatchObject({
      deployments: [
        { slug: 'two', name: 'Second', shownUrl: 'deployments/two' },
        { slug: 'one', name: 'First' },
      ],
    });
    await take({ deployments: [{ slug: 'two', baseUrl }], hostNames: ['dash.test'] });
    expect((await ask('/deployments/one/api/v2/status')).status).toBe(404);
    expect((await ask('/deployments/two/api/v2/status')).status).toBe(200);
  });

  it('finishes responses under way with the old one', async () => {
    const waiting: (() => void)[] = [];
    const slow = await answering((outgoing) => waiting.push(() => outgoing.writeHead(200).end(list)));
    const { baseUrl } = await service();
    const { ask, take } = await running({ slug: 'one', baseUrl: slow.baseUrl });
    const answer = ask('/deployments/one/api/v2/nodes');
    await expect.poll(() => waiting).toHaveLength(1);
    await take({ deployments: [{ slug: 'one', baseUrl }] });
    expect((await ask('/deployments/one/api/v2/nodes')).status).toBe(200);
    waiting[0]?.();
    expect((await answer).status).toBe(200);
  });

  it('loses no response under load', async () => {
    const upstream = await service();
    const one = { slug: 'one', baseUrl: upstream.baseUrl };
    const { ask, take } = await running(one);
    const over = new AbortController();
    const statuses = new Set<number>();
    let limit = 0;
    const viewer = async () => {
      while (!over.signal.aborted) {
        limit += 1;
        // oxlint-disable-next-line no-await-in-loop
        const answer = await ask(`/deployments/one/api/v1/nodes?limit=${limit}`);
        statuses.add(answer.status);
        // oxlint-disable-next-line no-await-in-loop
        await answer.text();
      }
    };
    const viewers = Array.from({ length: 20 }, viewer);
    for (let round = 0; round < 20; round += 1)
      // oxlint-disable-next-line no-await-in-loop
      await take({ deployments: [{ ...one, headers: { 'X-Round': new Secret(String(round)) } }] });
    over.abort();
    await Promise.all(viewers);
    expect([...statuses]).toEqual([200]);
    expect(upstream.requests.at(-1)?.headers['x-round']).toBe('19');
  });

  it('reports settings that need a restart, and on /readyz a refused newer one', async () => {
    const { baseUrl } = await service();
    const { ask, take, refuse } = await running({ baseUrl });
    const file = { deployments: [{ baseUrl }], port: 4700, basePath: '/ops', host: '127.0.0.2' };
    expect(await take(file, { port: 4700 })).toEqual([
      'port stays 0 until Edgewatch is restarted.',
      'host stays "127.0.0.1" until Edgewatch is restarted.',
      'basePath stays "" until Edgewatch is restarted.',
    ]);
    const good = await (await ask('/readyz')).json();
    expect(good).toEqual({
      status: 'ready',
      configuration: { inForceSince: expect.any(String) },
      recorder: { recording: false, reason: 'off' },
      deployments: { n: 1 },
    });
    refuse('1 mistake');
    const bad = await ask('/readyz');
    expect(bad.status).toBe(200);
    expect(await bad.json()).toMatchObject({
      configuration: { refused: '1 mistake', since: expect.any(String) },
    });
    await take(file);
    expect(await (await ask('/readyz')).json()).not.toHaveProperty('configuration.refused');
  });
});
