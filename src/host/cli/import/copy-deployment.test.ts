import { describe, expect, onTestFinished, test } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import { createImportedApp, createServiceApp } from '#service/app.ts';
import { loadFleet } from '#service/demo/load.ts';
import { readImported } from '#service/imports.ts';
import { openLibsql } from '#service/sql/libsql.ts';
import { insertRows, openStore, type Store } from '#service/store.ts';
import { idOf } from '#testing/file-bytes.ts';
import { copyDeployment } from './copy-deployment.ts';

async function openedStore(): Promise<Store> {
  const store = await openStore(openLibsql(':memory:'));
  onTestFinished(() => store.close());
  return store;
}

interface App {
  request(target: string): Response | Promise<Response>;
}

/** Changes the response to a request; `null`: the response of the service. */
type Fault = (target: string) => Response | null;

async function copyOf(app: App, fault: Fault = () => null, into?: Store) {
  const target = into ?? (await openedStore());
  const lines: string[] = [];
  const asked: string[] = [];
  const transport: Transport = async (url) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    return { response: fault(pathname + search) ?? (await app.request(pathname + search)) };
  };
  const isComplete = await copyDeployment(
    target,
    { baseUrl: 'http://source.test', transport },
    { onStart: () => undefined, onCopied: (result) => lines.push(...result.lines) },
  );
  const copy = createImportedApp(target, await readImported(target));
  const read = async (path: string): Promise<unknown> => (await copy.request(path)).json();
  return { lines, asked, isComplete, read };
}

async function source(buckets = 0) {
  const store = await openedStore();
  await loadFleet(store, { seed: 1, scale: 0.1, start: Date.UTC(2026, 10, 28) });
  const rows = Array.from({ length: buckets }, (_, index) => {
    const region = index % 2 === 0 ? 'fra1' : 'ams1';
    return [idOf('bkt', index), 0, 'b', region, index, index];
  });
  await store.change(['bucket'], async (statements) => {
    if (buckets > 0) await statements.run('delete from buckets');
    await insertRows(statements, 'buckets', ['id', 'created_at', 'name', 'region', 'objects', 'bytes'], rows);
  });
  return createServiceApp({ store, city: 'Graz' });
}

describe('a copy', () => {
  test('has every list and the status, and states that they are complete', async () => {
    const app = await source(103);
    const { lines, isComplete, read } = await copyOf(app);
    expect(isComplete).toBe(true);
    expect(lines).toContain('/api/v2/buckets: 103 of 103 buckets, complete');
    expect(lines).toContainEqual(
      expect.stringMatching(/^\/api\/v2\/status: operational, 18 components, updated /),
    );
    for (const path of ['/api/v2/regions', '/api/v2/buckets?limit=1000', '/api/v1/nodes', '/api/v1/assets'])
      expect(await read(path)).toEqual(await (await app.request(path)).json());
    expect(await read('/api/v2/status')).toEqual(await (await app.request('/api/v2/status')).json());
  });

  test('has the assets of each region', async () => {
    const app = await source(3);
    const { read } = await copyOf(app);
    const target = '/api/v1/assets?region=fra1&limit=1000';
    expect(await read(target)).toEqual(await (await app.request(target)).json());
  });

  test('of a deployment without contact fails at once', async () => {
    const { lines, asked, isComplete } = await copyOf({
      request: () => {
        throw new Error('the connection is refused');
      },
    });
    expect(isComplete).toBe(false);
    expect(lines).toContain('/api/v2/buckets: not copied: no connection: the connection is refused');
    expect(asked).toHaveLength(7);
  });

  test('of a list behind a maximum of limit is complete for the known regions, and says so', async () => {
    const { lines, read } = await copyOf(await source(1_800));
    const line = lines.find((each) => each.includes('buckets'));
    expect(line).toMatch(/^\/api\/v2\/buckets: 1,800 of 1,800 buckets, complete for \d+ known regions$/);
    expect(await read('/api/v2/buckets?region=fra1&limit=1000')).toMatchObject({
      pagination: { count: 900, has_more: false },
    });
    expect(await read('/api/v2/buckets?limit=1000')).toMatchObject({ pagination: { has_more: true } });
  });

  test('of a truncated list says why, and its service says that there are more', async () => {
    const { lines, isComplete, read } = await copyOf(await source(2_600));
    expect(lines).toContain(
      '/api/v2/buckets: 2,000 of at least 2,000 buckets, truncated: ams1, fra1 are cut at 1,000',
    );
    expect(isComplete).toBe(true);
    expect(await read('/api/v2/buckets?region=fra1&limit=1000')).toMatchObject({
      pagination: { count: 1_000, has_more: true },
    });
  });

  test('leaves out what is not offered', async () => {
    const app = await source();
    const { lines, isComplete, read } = await copyOf(app, (target) =>
      /assets|v2\/nodes/.test(target) ? new Response(null, { status: 404 }) : null,
    );
    expect(isComplete).toBe(true);
    expect(lines).toContain('assets: not offered');
    expect(lines).toContainEqual(expect.stringMatching(/^\/api\/v1\/nodes: \d+ of \d+ nodes, complete$/));
    expect(await read('/api/v1/assets')).toMatchObject({ status: 404 });
  });

  test('refuses a list with a wrong row, and stores the others', async () => {
    const events = [
      { id: idOf('evt', 1), created_at: '2026-01-01T00:00:00Z', name: 'a', count: '5', source: 'api' },
    ];
    const { lines, isComplete, read } = await copyOf(await source(3), (target) =>
      target.includes('events')
        ? Response.json({ object: 'list', data: events, pagination: { limit: 9, count: 1, has_more: false } })
        : null,
    );
    expect(isComplete).toBe(false);
    expect(lines).toContain('/api/v1/events, evt_00000000000001: count cannot be used: "5"');
    expect(lines).toContain('/api/v1/events: refused, nothing of it is stored: 1 of 1 rows are wrong');
    expect(await read('/api/v1/events')).toMatchObject({ status: 404 });
    expect(await read('/api/v2/buckets')).toMatchObject({ pagination: { count: 3 } });
  });

  test('repeats a failed request, and gives up after some', async () => {
    let failures = 1;
    const app = await source(3);
    const { lines, isComplete } = await copyOf(app, (target) => {
      if (!target.includes('buckets') || failures === 0) return null;
      failures -= 1;
      return new Response(null, { status: 503 });
    });
    expect(isComplete).toBe(true);
    expect(lines).toContain('/api/v2/buckets: 3 of 3 buckets, complete');
  });

  test('keeps the stored rows if a region fails to the end', async () => {
    const target = await openedStore();
    const app = await source(1_800);
    expect((await copyOf(app, undefined, target)).isComplete).toBe(true);
    // After a wait that is too long, no retry follows.
    const { lines, isComplete, read } = await copyOf(
      app,
      (path) =>
        path.includes('buckets?') && path.includes('region=fra1')
          ? new Response(null, { status: 503, headers: { 'retry-after': '120' } })
          : null,
      target,
    );
    expect(isComplete).toBe(false);
    expect(lines).toContainEqual(
      expect.stringMatching(/^\/api\/v2\/buckets: not copied: the rows of fra1 could not be read: .*503/),
    );
    expect(await read('/api/v2/buckets?region=fra1&limit=1000')).toMatchObject({
      pagination: { count: 900, has_more: false },
    });
  });

  test('repeats a failed request for the status document', async () => {
    let failures = 1;
    const { lines, isComplete } = await copyOf(await source(3), (target) => {
      if (target !== '/api/v2/status' || failures === 0) return null;
      failures -= 1;
      return new Response(null, { status: 503 });
    });
    expect(isComplete).toBe(true);
    expect(lines).toContainEqual(expect.stringMatching(/^\/api\/v2\/status: operational/));
  });

  test('of a server that is none of this API fails', async () => {
    const { lines, isComplete } = await copyOf({ request: () => new Response('no', { status: 404 }) });
    expect(isComplete).toBe(false);
    expect(lines.at(-1)).toBe('No endpoint of this API responds at this address');
  });
});
