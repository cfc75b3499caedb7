/** Several hosts on one PostgreSQL: one records each deployment, and another takes over if it fails. */

import { writeFile } from 'node:fs/promises';
import type { CoverageEntry, HistoryState } from '#contract/history.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { type Oracle, startOracle } from '../servers/oracle.ts';
import { type Host, startHost } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

/** Seconds between two polls, and after a failure until another host must record. */
const [pollSeconds, takeoverSeconds] = [2, 10];

test.describe(`hosts on one PostgreSQL${whyNoPostgres}`, () => {
  test.skip(!hasPostgres);
  test.setTimeout(180_000);

  let server: PostgresServer;
  let oracle: Oracle;
  let hosts: Host[];

  test.beforeEach(async () => {
    [server, oracle, hosts] = [await PostgresServer.start(), await startOracle(), []];
    const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
    const settings = { pollSeconds, observe: 'all', deployments, database: '${DATABASE}' };
    await writeFile(test.info().outputPath('edgewatch.json'), JSON.stringify(settings));
  });

  test.afterEach(async ({ context }) => {
    // Closes the pages before their hosts stop.
    await context.close();
    await Promise.all(hosts.map((host) => host.stop()));
    await Promise.all([oracle.close(), server.remove()]);
  });

  async function start(): Promise<Host> {
    const file = test.info().outputPath('edgewatch.json');
    const variables = { EDGEWATCH_OBSERVE: 'all', DATABASE: server.url() };
    const host = await startHost(['--config', file], undefined, variables);
    hosts.push(host);
    return host;
  }

  async function stateOf({ url }: Host): Promise<HistoryState> {
    return (await fetch(`${url}/history/edge`)).json();
  }

  const isRecording = async (host: Host) => (await stateOf(host)).recording;
  const knownUntil = async (host: Host) => Date.parse((await stateOf(host)).knownUntil ?? '') || 0;

  async function untilRecordedAfter(host: Host, time: number): Promise<void> {
    await expect.poll(() => knownUntil(host), { timeout: 60_000, intervals: [50] }).toBeGreaterThan(time);
  }

  /** Starts a host that records, and one that follows. */
  async function startBoth(): Promise<readonly [Host, Host]> {
    const first = await start();
    await expect.poll(() => isRecording(first)).toBe(true);
    await untilRecordedAfter(first, Date.now());
    const second = await start();
    await expect
      .poll(() => stateOf(second))
      .toMatchObject({ recording: false, reason: 'locked', notice: null });
    await untilRecordedAfter(second, 0);
    return [first, second];
  }

  interface WrittenPoll {
    readonly endpoint: string;
    /** The run that wrote it. */
    readonly run: number;
    readonly at: number;
  }

  /** Reads the stored polls in order of time. */
  async function writtenPolls(): Promise<readonly WrittenPoll[]> {
    const sql = `select endpoint.path, run::integer, at::float8 from look
      join endpoint on endpoint.id = look.endpoint order by at`;
    const rows = await server.query('postgres', sql);
    return rows.map(({ path, run, at }) => ({ endpoint: String(path), run: Number(run), at: Number(at) }));
  }

  async function gapsOf({ url }: Host, since: number): Promise<readonly CoverageEntry[]> {
    const window = `from=${new Date(since).toISOString()}&endpoint=/api/v2/status`;
    const body: { readonly data: readonly CoverageEntry[] } = await (
      await fetch(`${url}/history/edge/sight?${window}`)
    ).json();
    return body.data.filter(({ outcome, cause }) => outcome === 'blind' && cause !== 'pending');
  }

  test('another host records within 10 s and a poll after the recording host is killed', async () => {
    const [first, second] = await startBoth();
    expect((await fetch(`${second.url}/edge`)).status).toBe(200);
    expect((await fetch(`${second.url}/history/edge/strips?kind=component`)).status).toBe(200);
    const seen = await knownUntil(first);
    const killedAt = Date.now();
    first.signal('SIGKILL');
    await untilRecordedAfter(second, killedAt);
    const recordedAt = Date.now();
    test.info().annotations.push({ type: 'takeover', description: `${recordedAt - killedAt} ms` });
    expect(recordedAt - killedAt).toBeLessThan(1_000 * (takeoverSeconds + pollSeconds));
    expect((await gapsOf(second, seen)).map(({ cause, detail }) => [cause, detail])).toEqual([
      ['host-stopped', 'killed'],
    ]);
    const written = await writtenPolls();
    expect(written.some(({ at }) => at === seen)).toBe(true);
    expect(new Set(written.map(({ endpoint, at }) => `${endpoint} ${at}`)).size).toBe(written.length);
  });

  test('the pages of a host that does not record have the history, also while it takes over', async ({
    page,
  }) => {
    const [first, second] = await startBoth();
    oracle.say('component', 'A', { status: 'degraded' });
    // Two polls: one may have begun before.
    await untilRecordedAfter(second, Date.now() + 1_000 * pollSeconds);
    const log = page.getByRole('main').getByRole('listitem');
    await page.goto(`${second.url}/edge/changes`);
    await expect(log.filter({ hasText: 'A operational to degraded' }).first()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Record' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Write a note' }).click();
    const form = page.getByRole('dialog', { name: 'Write a note' });
    await form.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await form.getByRole('textbox', { name: 'Note' }).fill('The link is cut.');
    await form.getByRole('button', { name: 'Save note' }).click();
    await expect(form).toBeHidden();
    await page.goto(`${first.url}/edge/changes`);
    await expect(page.getByRole('listitem', { name: 'Note by Ada' })).toContainText('The link is cut.');

    const killedAt = Date.now();
    first.signal('SIGKILL');
    oracle.say('component', 'A', { status: 'operational' });
    const statuses = new Set<number>();
    const isTaken = async () => {
      statuses.add((await fetch(`${second.url}/history/edge/strips?kind=component`)).status);
      return isRecording(second);
    };
    await expect.poll(isTaken, { timeout: 30_000, intervals: [50] }).toBe(true);
    expect(statuses).toEqual(new Set([200]));
    await untilRecordedAfter(second, killedAt);
    await page.goto(`${second.url}/edge/changes`);
    await expect(log.filter({ hasText: 'A operational to degraded' }).first()).toBeVisible();
    await expect(log.filter({ hasText: 'recovered' }).first()).toBeVisible();
    await expect(log.filter({ hasText: 'Not observed' }).first()).toContainText('was killed');
    await expect(page.getByRole('listitem', { name: 'Note by Ada' })).toBeVisible();
  });

  test('a recording host that stands still and wakes after another took over writes nothing', async () => {
    const [first, second] = await startBoth();
    first.signal('SIGSTOP');
    const stoppedAt = Date.now();
    await untilRecordedAfter(second, stoppedAt);
    expect(Date.now() - stoppedAt).toBeLessThan(1_000 * (takeoverSeconds + pollSeconds));
    const [before] = await writtenPolls();
    first.signal('SIGCONT');
    const wokenAt = Date.now();
    await expect.poll(() => stateOf(first)).toMatchObject({ recording: false, reason: 'locked' });
    // Two more polls of the host that records.
    await untilRecordedAfter(second, wokenAt + 2_000 * pollSeconds);
    const written = await writtenPolls();
    const runs = written.filter(({ at }) => at > stoppedAt).map(({ run }) => run);
    expect(runs.length).toBeGreaterThan(2);
    expect(new Set(runs).size).toBe(1);
    expect(runs).not.toContain(before?.run);
    // Then the second one ends in order, and the first one goes on.
    const end = Date.now();
    expect(await second.stop()).toBe(0);
    await untilRecordedAfter(first, end);
    expect(Date.now() - end).toBeLessThan(1_000 * (takeoverSeconds + pollSeconds));
  });

  test('a restart of the database is a gap that names it, and the present is served meanwhile', async () => {
    const only = await start();
    await expect.poll(() => isRecording(only)).toBe(true);
    await untilRecordedAfter(only, Date.now());
    const seen = await knownUntil(only);
    await server.stop();
    await expect.poll(() => stateOf(only)).toMatchObject({ recording: false, reason: 'store' });
    expect((await fetch(`${only.url}/deployments/edge/api/v2/status`)).status).toBe(200);
    const problem = await fetch(`${only.url}/history/edge/spans`);
    expect([problem.status, await problem.json()]).toEqual([503, expect.objectContaining({ reason: 'store' })]);
    const down = Date.now();
    // Longer than a response is valid.
    await expect.poll(() => Date.now() - down, { timeout: 30_000 }).toBeGreaterThan(14_000);
    await server.run();
    await untilRecordedAfter(only, Date.now());
    expect((await gapsOf(only, seen)).map(({ cause }) => cause)).toEqual(['store']);
    expect(only.written()).not.toContain(server.url());
  });

  test('the page of a host without its database says so', async ({ page }) => {
    const only = await start();
    await expect.poll(() => isRecording(only)).toBe(true);
    await server.stop();
    await expect.poll(() => stateOf(only)).toMatchObject({ reason: 'store' });
    await page.goto(`${only.url}/edge`);
    await expect(page.getByRole('complementary', { name: 'Record' })).toContainText(
      'The history database does not respond. History has not been recorded since',
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
