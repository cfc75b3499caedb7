import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { build } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { NoMethods, Peer } from '#client/rpc/peer.ts';
import type { CoverageEntry, SpanEntry } from '#contract/history.ts';
import { recordedDeployment } from '#testing/observer/polls.ts';
import { threadScript } from '#testing/thread-script.ts';
import { defaultRetention } from '../configuration/defaults.ts';
import { connect } from '../threads/connect.ts';
import { RecordedHistory } from './history.ts';
import type { Observation, Reading, RecorderMethods } from './reading.ts';

const root = join(import.meta.dirname, '../../..');

/** Copies the built history thread and adds a request `/break` that crashes it. */
async function breakable(): Promise<URL> {
  const outDir = mkdtempSync(join(root, 'node_modules', 'edgewatch-thread-'));
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  const input = join(outDir, 'thread.ts');
  writeFileSync(
    input,
    `import ${JSON.stringify(join(root, 'src/host/history/history-thread.ts'))};
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (calls) => {
      if (calls.some(({ argument }) => argument?.path === '/break')) throw new Error('something went wrong');
    });`,
  );
  const rolldownOptions = { input, external: ['libsql'], output: { entryFileNames: 'thread.js' } };
  const options = { ssr: true, outDir, emptyOutDir: false, target: 'node20', rolldownOptions } as const;
  await build({ root, configFile: false, logLevel: 'error', publicDir: false, build: options });
  return pathToFileURL(join(outDir, 'thread.js'));
}

function status(word: string): Observation {
  const rows = [{ key: 'API', word: { form: 'whole', text: word } as const, body: null, amounts: null }];
  return { resource: 'status', word: null, claim: 'exact', rows, totals: [] };
}

let newest = 0;

function poll(observation: Observation | null): Reading {
  // Polls must end in different milliseconds, because the second of two equal ones is ignored.
  const at = Math.max(Date.now(), newest + 1);
  newest = at;
  const outcome = {
    kind: 'answered',
    validMilliseconds: 12_000,
    complete: true,
    statedAt: null,
    observation,
  } as const;
  return { slug: 'edge', path: '/api/v2/status', sentAt: at - 10, at, ahead: 0, changes: [], outcome };
}

test('a crashed thread restarts, loses nothing, writes nothing twice and reports it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-thread-'));
  const lines: string[] = [];
  const ports: MessagePort[] = [];
  let recorders: readonly Peer<RecorderMethods, NoMethods>[] = [];
  const history = new RecordedHistory({
    folder,
    version: '1',
    script: await breakable(),
    report: (line) => lines.push(line),
    onStart: () => {
      const { port1, port2 } = new MessageChannel();
      history.listen(port1);
      ports.push(port2);
      recorders = [...recorders, connect(port2, {})];
    },
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await history.close();
    for (const port of ports) port.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string) => {
    const common = { search: '', ifNoneMatch: null, acceptEncoding: null, isPublic: true, visible: null };
    return history.ask({ path, ...common });
  };
  const entries = async <Entry>(page: string): Promise<readonly Entry[]> => {
    const body = (await ask(`/edge/${page}`))?.body ?? new Uint8Array();
    const { data }: { readonly data: readonly Entry[] } = JSON.parse(new TextDecoder().decode(body));
    return data;
  };
  const words = async () => (await entries<SpanEntry>('spans')).map(({ word }) => word);
  const record = (reading: Reading) =>
    void recorders
      .at(-1)
      ?.call('record', reading)
      .catch(() => undefined);
  history.take({
    deployments: [recordedDeployment()],
    retention: defaultRetention,
    demo: null,
    database: null,
  });
  const first = status('operational');
  record(poll(first));
  await vi.waitFor(async () => expect(await words()).toEqual(['operational']), { timeout: 10_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await ask('/break')).toBeNull();
  expect(lines).toEqual(['The history thread failed: something went wrong']);
  expect(history.state).toBeNull();
  expect(await ask('/edge/spans')).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(recorders).toHaveLength(2);
  // A new thread does not know the earlier content, so a reading without changes is useless. It asks the
  // observer for complete readings.
  record(poll(null));
  await vi.waitFor(() => expect(recorders).toHaveLength(3), { timeout: 10_000 });
  record(poll(first));
  record(poll(status('down')));
  await vi.waitFor(async () => expect(await words()).toEqual(['operational', 'down']), { timeout: 10_000 });
  expect(history.state).toEqual({ recording: true, reason: null });
  const coverage = (await entries<CoverageEntry>('sight')).filter(
    ({ endpoint }) => endpoint === '/api/v2/status',
  );
  expect(coverage.map(({ outcome, cause, detail }) => [outcome, cause ?? detail]).slice(1, 4)).toEqual([
    ['seen', null],
    ['blind', 'host-stopped'],
    ['seen', null],
  ]);
}, 30_000);

test('equal requests share one response, and a request without viewers does not reach the thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-thread-'));
  // This thread reports each request, and responds a moment later.
  const script = threadScript(
    `{
      take: () => undefined,
      close: () => undefined,
      ask: async ({ path }) => {
        asked.push(path);
        const body = new TextEncoder().encode(JSON.stringify(asked));
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { answer: { status: 200, headers: {}, body }, milliseconds: 1 };
      },
    }`,
    'const asked = [];',
  );
  const history = new RecordedHistory({
    folder,
    version: '1',
    script,
    report: () => undefined,
    onStart: () => undefined,
  });
  onTestFinished(async () => {
    await history.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const common = { search: '', ifNoneMatch: null, acceptEncoding: null, isPublic: true, visible: null };
  const ask = (path: string, leaving?: AbortSignal) => history.ask({ path, ...common }, leaving);
  const left = new AbortController();
  const results = [
    ask('/a'),
    ask('/a'),
    ask('/b'),
    ask('/abandoned', left.signal),
    ask('/abandoned', left.signal),
    ask('/c', left.signal),
    ask('/c'),
  ];
  left.abort();
  const [a, again, b, abandoned, , , c] = await Promise.all(results);
  expect(again).toBe(a);
  expect(b?.status).toBe(200);
  expect(abandoned).toBeNull();
  expect(JSON.parse(new TextDecoder().decode(c?.body ?? undefined))).toEqual(['/a', '/b', '/c']);
  // For a moment after it was sent, a response also serves an equal request.
  expect(await ask('/c')).toBe(c);
});

test('a request after a note gets no response from before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-thread-'));
  const script = threadScript(
    `{
      take: () => undefined,
      close: () => undefined,
      ask: () => ({ answer: { status: 200, headers: {}, body: new TextEncoder().encode(notes.join()) }, milliseconds: 1 }),
      post: ({ body }) => {
        notes.push(body);
        return { answer: { status: 201, headers: {}, body: null }, milliseconds: 1 };
      },
    }`,
    'const notes = [];',
  );
  const history = new RecordedHistory({
    folder,
    version: '1',
    script,
    report: () => undefined,
    onStart: () => undefined,
  });
  onTestFinished(async () => {
    await history.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const common = { search: '', ifNoneMatch: null, acceptEncoding: null, isPublic: true, visible: null };
  const ask = async () =>
    new TextDecoder().decode((await history.ask({ path: '/edge/notes', ...common }))?.body ?? undefined);
  expect(await ask()).toBe('');
  const post = { path: '/edge/notes', visible: new Set(['edge']), name: null, requestKey: null };
  expect(await history.post({ ...post, body: 'first' })).toMatchObject({ status: 201 });
  expect(await ask()).toBe('first');
});
