/** What several hosts on one PostgreSQL share besides the history: log-ins, wall links and webhook messages. */

import { writeFile } from 'node:fs/promises';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { type Chat, startChat } from '../servers/chat.ts';
import { type Oracle, startOracle } from '../servers/oracle.ts';
import { type Host, runProgram, startHost } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

const password = 'correct horse';
/** Output of `edgewatch password` for `password`. */
const line = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';

test.describe(`two hosts on one PostgreSQL${whyNoPostgres}`, () => {
  test.skip(!hasPostgres);
  test.setTimeout(120_000);

  let [server, oracle, chat]: [PostgresServer | null, Oracle | null, Chat | null] = [null, null, null];
  let hosts: Host[] = [];

  async function startBoth(more: object) {
    [server, oracle, chat] = [await PostgresServer.start(), await startOracle(), await startChat()];
    const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
    const webhook = { url: chat.url };
    const settings = { pollSeconds: 2, observe: 'all', deployments, webhook, database: '${DATABASE}', ...more };
    const file = test.info().outputPath('edgewatch.json');
    await writeFile(file, JSON.stringify(settings));
    const variables = { EDGEWATCH_OBSERVE: 'all', DATABASE: server.url() };
    for (let count = 0; count < 2; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the first one is to have the lease
      hosts.push(await startHost(['--config', file], undefined, variables));
    }
    const [first, second] = hosts;
    if (!first || !second) throw new Error('There are not two hosts.');
    return { first, second, server, oracle, chat };
  }

  test.afterEach(async () => {
    await Promise.all(hosts.map((host) => host.stop()));
    hosts = [];
    chat?.close();
    await Promise.all([oracle?.close(), server?.remove()]);
  });

  test('a viewer logs in and out once, and a wall link is made and revoked once', async ({ page, browser }) => {
    const both = await startBoth({ access: { password: line } });
    const { first, second } = both;
    const verdict = page.getByRole('status', { name: 'Overall status' });

    await test.step('the log-in at one host is one at the other', async () => {
      await page.goto(`${first.url}/edge`);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page).toHaveURL(`${first.url}/edge`);
      await page.goto(`${second.url}/edge`);
      await expect(page).toHaveURL(`${second.url}/edge`);
      await expect(verdict).toContainText('operational');
    });

    await test.step('a wall link works at both, until it is revoked', async () => {
      const wallLinks = async (...args: readonly string[]) =>
        (await runProgram(['wall-links', ...args, '--database', both.server.url()])).stdout.trim();
      const link = await wallLinks('add', 'lobby');
      const screen = await (await browser.newContext()).newPage();
      for (const { url } of [first, second]) {
        await screen.context().clearCookies();
        await screen.goto(url + link);
        await expect(screen).toHaveURL(`${url}/wall`);
      }
      expect(await wallLinks('list')).toMatch(/^lobby {2}since /);
      await wallLinks('revoke', 'lobby');
      for (const { url } of [first, second])
        await expect.poll(async () => (await screen.request.get(`${url}/wall`)).status()).toBe(401);
      await screen.context().close();
    });

    await test.step('a log-out at one host ends the session at the other', async () => {
      const copy = await page.context().cookies();
      const other = await (await browser.newContext()).newPage();
      await other.context().addCookies(copy);
      await other.goto(`${first.url}/edge`);
      await other.getByRole('button', { name: 'Log out' }).click();
      await expect(other).toHaveURL(`${first.url}/login`);
      await expect(verdict).toContainText('Session ended', { timeout: 30_000 });
      await other.context().close();
    });

    await test.step('without the database nobody can log in, and the page says so', async () => {
      await both.server.stop();
      await expect
        .poll(async () => (await page.request.get(`${second.url}/login`)).status(), { timeout: 10_000 })
        .toBe(503);
      await page.goto(`${second.url}/login`);
      await expect(page.getByRole('main')).toContainText('Nobody can log in at this moment.');
    });
  });

  test('a change is one message, also after the host that sends them is killed', async () => {
    const both = await startBoth({});
    const reported = 'select count(*)::integer as count from webhook_reported';
    await expect
      .poll(() => both.server.query('postgres', reported).catch(() => []), { timeout: 15_000 })
      .toEqual([{ count: 1 }]);
    const texts = () => both.chat.accepted.map(({ body }) => String(JSON.parse(body).text));
    both.oracle.say('component', 'A', { status: 'major_outage' });
    await expect.poll(texts, { timeout: 15_000 }).toEqual([expect.stringContaining('A major outage since')]);
    both.first.signal('SIGKILL');
    await both.first.ended;
    both.oracle.say('component', 'A', { status: 'operational' });
    await expect
      .poll(texts, { timeout: 30_000 })
      .toEqual([
        expect.stringContaining('A major outage since'),
        expect.stringContaining('A operational since'),
      ]);
    // Each change took two polls to be confirmed. Two more show no further message.
    const polls = both.oracle.asked('/api/v2/status');
    await expect
      .poll(() => both.oracle.asked('/api/v2/status'), { timeout: 15_000 })
      .toBeGreaterThan(polls + 2);
    expect(texts()).toHaveLength(2);
    expect(both.second.written()).not.toContain(both.server.url());
  });
});
