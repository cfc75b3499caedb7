/**
 * The history record of a host: two hosts with one data folder, no folder, a changed configuration, and
 * access.
 */

import { writeFile } from 'node:fs/promises';
import type { CoverageEntry, HistoryState, HistoryStates, StripEntry } from '#contract/history.ts';
import { startOracle } from '../servers/oracle.ts';
import { startHost } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

const observed = { EDGEWATCH_OBSERVE: 'all' };

interface Got<Body> {
  readonly status: number;
  readonly body: Body;
}

async function get<Body>(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Got<Body>> {
  const response = await fetch(url, { headers });
  return { status: response.status, body: await response.json() };
}

async function stateOf(url: string): Promise<Pick<HistoryState, 'recording' | 'reason' | 'since'>> {
  const { recording, reason, since } = (await get<HistoryState>(`${url}/history/edge`)).body;
  return { recording, reason, since };
}

async function knownUntil(url: string): Promise<number> {
  return Date.parse((await get<HistoryState>(`${url}/history/edge`)).body.knownUntil ?? '');
}

async function untilRecorded(url: string): Promise<void> {
  const before = (await knownUntil(url)) || 0;
  await expect.poll(() => knownUntil(url), { timeout: 30_000 }).toBeGreaterThan(Math.max(before, Date.now()));
}

function config(url: string, more: object = {}, deployment: object = {}): string {
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: url, ...deployment }];
  return JSON.stringify({ pollSeconds: 2, observe: 'all', deployments, ...more });
}

test('of two hosts on one folder, the second says so and takes over once the first ends', async () => {
  test.setTimeout(120_000);
  const oracle = await startOracle();
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  await writeFile(file, config(oracle.url));
  const start = () => startHost(['--config', file, '--data', data], undefined, observed);
  const first = await start();
  await untilRecorded(first.url);
  const { since } = await stateOf(first.url);
  const second = await start();
  await expect
    .poll(() => stateOf(second.url), { timeout: 20_000, intervals: [50] })
    .toMatchObject({ recording: false, reason: 'locked' });
  expect(await get(`${second.url}/history/edge/strips?kind=component`)).toMatchObject({
    status: 503,
    body: { reason: 'locked' },
  });
  expect((await fetch(`${second.url}/edge`)).status).toBe(200);
  expect(second.written()).toContain(
    `Another host uses ${data}. This host still serves pages, but stores nothing there.`,
  );
  expect(await stateOf(first.url)).toMatchObject({ recording: true, reason: null });
  const seen = await knownUntil(first.url);
  // The second host tries to take over after 2 s, and later every 30 s.
  await first.stop();
  await expect
    .poll(() => stateOf(second.url), { timeout: 45_000 })
    .toEqual({ recording: true, reason: null, since });
  await untilRecorded(second.url);
  const window = `from=${new Date(seen - 60_000).toISOString()}`;
  const { body } = await get<{ data: readonly CoverageEntry[] }>(`${second.url}/history/edge/sight?${window}`);
  const gaps = body.data.filter(
    ({ endpoint, cause }) => endpoint === '/api/v2/status' && cause === 'host-stopped',
  );
  expect(gaps.map(({ detail, from }) => [detail, Date.parse(from) > seen - 15_000])).toEqual([
    ['stopped', true],
  ]);
  await second.stop();
  await oracle.close();
});

test('a host whose data folder cannot be created still serves, and says so', async () => {
  const oracle = await startOracle();
  const [file, taken] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('taken')];
  await writeFile(file, config(oracle.url));
  await writeFile(taken, 'a file');
  const host = await startHost(['--config', file, '--data', `${taken}/data`], undefined, observed);
  await expect.poll(() => stateOf(host.url)).toEqual({ recording: false, reason: 'read-only', since: null });
  expect((await get<HistoryState>(`${host.url}/history/edge`)).body.notice).toMatchObject({
    kind: 'read-only',
  });
  expect((await get(`${host.url}/history/edge/spans`)).status).toBe(503);
  expect((await fetch(`${host.url}/edge`)).status).toBe(200);
  await host.stop();
  await oracle.close();
});

test('a deployment removed from the configuration is not recorded meanwhile, and others miss no poll', async () => {
  test.setTimeout(120_000);
  const [edge, other] = [await startOracle(), await startOracle()];
  const file = test.info().outputPath('edgewatch.json');
  const beside = { slug: 'other', name: 'Other', baseUrl: other.url };
  const both = JSON.stringify({
    pollSeconds: 2,
    observe: 'all',
    deployments: [{ slug: 'edge', name: 'Edge', baseUrl: edge.url }, beside],
  });
  await writeFile(file, both);
  const host = await startHost(['--config', file], undefined, observed);
  await untilRecorded(host.url);
  const from = await knownUntil(host.url);
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments: [beside] }));
  host.signal('SIGHUP');
  await expect.poll(async () => (await get(`${host.url}/history/edge`)).status, { timeout: 10_000 }).toBe(404);
  // Waits until the last response confirms the state no longer.
  await expect.poll(() => Date.now() - from, { timeout: 20_000 }).toBeGreaterThan(15_000);
  edge.say('component', 'A', { status: 'down' });
  await writeFile(file, both);
  host.signal('SIGHUP');
  await expect.poll(async () => (await get(`${host.url}/history/edge`)).status, { timeout: 10_000 }).toBe(200);
  await untilRecorded(host.url);
  const window = `from=${new Date(from).toISOString()}&to=${new Date(Date.now()).toISOString()}`;
  const sightOf = async (slug: string) => {
    const { body } = await get<{ data: readonly CoverageEntry[] }>(
      `${host.url}/history/${slug}/sight?${window}`,
    );
    // No cause is known for the time before the first poll.
    const hasDetail = ({ cause, detail }: CoverageEntry) =>
      cause !== 'pending' && (cause !== 'not-recorded' || detail !== null);
    return body.data.filter((row) => row.endpoint === '/api/v2/status' && hasDetail(row));
  };
  const causes = (await sightOf('edge')).map(({ outcome, cause, detail }) => [outcome, cause, detail]);
  expect(causes).toContainEqual(['blind', 'not-recorded', 'The configuration turns its observation off.']);
  expect(causes.filter(([outcome]) => outcome === 'blind')).toHaveLength(1);
  expect((await sightOf('other')).filter(({ outcome }) => outcome === 'blind')).toEqual([]);
  const { body } = await get<{ data: readonly StripEntry[] }>(
    `${host.url}/history/edge/strips?kind=component&${window}`,
  );
  expect(body.data.find(({ key }) => key === 'A')?.unobserved).toBeGreaterThan(12_000);
  await host.stop();
  await Promise.all([edge.close(), other.close()]);
});

test('a viewer without access to a deployment has none to its history, on any path', async () => {
  const oracle = await startOracle();
  const file = test.info().outputPath('edgewatch.json');
  const proxy = { trusted: ['127.0.0.1'], userHeader: 'X-User', groupHeader: 'X-Groups' };
  await writeFile(
    file,
    config(oracle.url, { access: { proxy }, basePath: '/watch' }, { visibleTo: ['operators'] }),
  );
  const host = await startHost(['--config', file], undefined, observed);
  const base = `${new URL(host.url).origin}/watch/history`;
  const as = (groups: string) => ({ 'X-User': 'someone', 'X-Groups': groups });
  const slugs = async (groups: string) => {
    const { body } = await get<HistoryStates>(base, as(groups));
    return body.data.map(({ deployment }) => deployment);
  };
  await expect.poll(() => slugs('operators')).toEqual(['edge']);
  expect(await slugs('others')).toEqual([]);
  for (const page of [
    'edge',
    'edge/strips?kind=component',
    'edge/sight',
    'edge/spans',
    'edge/changes',
    'nobody',
  ]) {
    expect([page, (await get(`${base}/${page}`, as('others'))).status]).toEqual([page, 404]);
    const known = (await get(`${base}/${page}`, as('operators'))).status;
    expect([page, known]).toEqual([page, page === 'nobody' ? 404 : 200]);
  }
  const response = await fetch(`${base}/edge/spans`, { headers: as('operators') });
  expect(response.headers.get('cache-control')).toContain('private');
  expect((await fetch(`${new URL(host.url).origin}/history/edge`, { headers: as('operators') })).status).toBe(
    404,
  );
  expect([401, 403]).toContain((await fetch(`${base}/edge`)).status);
  await host.stop();
  await oracle.close();
});
