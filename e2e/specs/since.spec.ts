/**
 * Start times of states: a page that is opened during an outage shows when it began, as the host has recorded
 * it.
 */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ChangeEntry, CoverageEntry, SpanEntry, SubjectKind } from '#contract/history.ts';
import { formatClock } from '#domain/text/format.ts';
import { type Double, startDouble } from '../servers/double.ts';
import { list, rowsOf } from '../servers/edits.ts';
import { type Oracle, paths, startOracle } from '../servers/oracle.ts';
import { startRecord } from '../servers/record.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** Headers of a list with a lifetime so short that it is polled as often as the status. */
const shortLifetime = { 'Cache-Control': 'public, max-age=2' };

/**
 * Waits until a subject is recorded with this status word.
 *
 * @param deployment - URL of the deployment's history.
 * @returns the open span of the subject.
 */
async function recorded(deployment: string, kind: SubjectKind, key: string, word: string): Promise<SpanEntry> {
  let found: SpanEntry | undefined;
  const isRecorded = async () => {
    const response = await fetch(`${deployment}/spans?kind=${kind}&key=${key}`);
    const body: { readonly data?: readonly SpanEntry[] } = await response.json();
    found = body.data?.find((span) => span.to === null && span.word === word);
    return found !== undefined;
  };
  await expect.poll(isRecorded, { timeout: 30_000 }).toBe(true);
  if (!found) throw new Error('It is there.');
  return found;
}

/** Waits until the host has polled the status and the regions twice more. */
async function untilPolledTwice(oracle: Oracle): Promise<void> {
  for (const path of [paths.status, paths.regions]) {
    const before = oracle.asked(path);
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => oracle.asked(path), { timeout: 30_000 }).toBeGreaterThan(before + 1);
  }
}

async function expectSince(place: ReturnType<Page['locator']>, span: SpanEntry): Promise<void> {
  await expect(place.first()).toHaveAttribute('data-since', span.from);
  await expect(place.first()).toHaveAttribute('data-not-before', span.notBefore ?? '');
  await expect(place.first()).toContainText(formatClock(Date.parse(span.from)));
}

/** Name → minutes by which the browser's clock is ahead of the host's. */
const clocks = { 'a day ahead': 24 * 60, '20 min behind': -20 } as const;

/** Gives the first `bad` nodes the status word `degraded`, and all others `operational`. */
function degradeNodes(double: Double, bad: number): void {
  double.set('/api/v2/nodes', {
    headers: shortLifetime,
    edit: (body) =>
      list(
        rowsOf(body).map((row, index) => ({ ...row, status: index < bad ? 'degraded' : 'operational' })),
        body,
      ),
  });
}

/** Lists one region twice, the better state first. */
function listTwice(double: Double): void {
  const row = (status: string) => ({ code: 'osl1', name: 'Oslo', zone: 'eu-west', country: 'NO', status });
  for (const path of ['/api/v1/regions', '/api/v2/regions'])
    double.set(path, { headers: shortLifetime, edit: () => list([row('operational'), row('degraded')]) });
}

/**
 * One host observes four deployments in parallel, because each state takes several polls of two seconds to be
 * recorded.
 */
test('an outage before the page and before a host restart has its start time and change window everywhere', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const [oracle, failing] = [await startOracle(), await startOracle()];
  const [nodes, twice] = [await startDouble(allOperational), await startDouble(allOperational)];
  degradeNodes(nodes, 0);
  listTwice(twice);
  const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
  const deployments = Object.entries({ edge: oracle, failing, nodes, twice }).map(([slug, { url }]) => ({
    slug,
    baseUrl: url,
  }));
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments }));
  const start = () => startHost(['--config', file, '--data', data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const outcomeOf = async (url: string, path: string) => {
    const answer: { readonly data?: readonly CoverageEntry[] } = await (
      await fetch(`${url}/history/failing/sight`)
    ).json();
    return answer.data?.findLast(({ endpoint, cause }) => endpoint === path && cause !== 'pending')?.outcome;
  };

  const first = await start();
  const before = `${first.url}/history/edge`;
  await recorded(before, 'component', 'A', 'operational');
  await untilPolledTwice(oracle);
  oracle.say('component', 'A', { status: 'degraded' });
  const component = await recorded(before, 'component', 'A', 'degraded');
  oracle.say('region', 'gra1', { status: 'major_outage' });
  const region = await recorded(before, 'region', 'gra1', 'major_outage');
  await first.stop();

  const host = await start();
  const history = `${host.url}/history`;
  await recorded(`${history}/nodes`, 'component', 'Edge Nodes', 'operational');
  await expect.poll(() => outcomeOf(host.url, paths.regions), { timeout: 30_000 }).toBe('seen');
  failing.fail(paths.regions, { status: 500, body: 'out of order' });
  await untilPolledTwice(oracle);
  degradeNodes(nodes, 2);

  await test.step('on a wall', async () => {
    await page.goto(`${host.url}/edge/wall?scenes=status`);
    const bands = page.locator('[data-form]');
    // The headline states the region, although the status document reports no major outage.
    await expect(bands.first()).toContainText('1 of 2 regions');
    await expectSince(bands.first().locator('[data-since]'), region);
    await expectSince(
      page.getByRole('listitem').filter({ hasText: 'Degraded' }).locator('[data-since]'),
      component,
    );
    const strip = page.locator('[data-strip="deployment"]');
    await expect(strip.locator('[data-severity]').last()).toHaveAttribute('data-severity', 'critical');
    // No part of the strip before the start of the record may be good.
    await expect(strip.locator('[data-observed="0"][data-severity="ok"]')).toHaveCount(0);
    await expect(strip.locator('[data-observed="0"][data-severity="unvouched"]')).not.toHaveCount(0);
  });

  await test.step('on the status page and the overview', async () => {
    await page.goto(`${host.url}/edge`);
    const facts = page.getByRole('main').locator('dl').first();
    await expectSince(facts.locator('[data-since]'), region);
    // The verdict was bad before the region failed, because of the component.
    await expectSince(facts.locator('[data-since]').nth(1), component);
    const tile = page.getByRole('list', { name: 'Components' }).getByRole('listitem').first();
    await expectSince(tile.locator('[data-since]'), component);

    await page.goto(`${host.url}/`);
    const row = page
      .getByRole('list', { name: 'Deployments' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'edge', exact: true }) });
    await expectSince(row.locator('[data-since]'), region);
  });

  for (const [name, minutes] of Object.entries(clocks))
    await test.step(`by the host's clock, if the viewer's is ${name}`, async () => {
      const viewer = await browser.newPage();
      await viewer.clock.install({ time: new Date(Date.now() + minutes * 60_000) });
      await viewer.goto(`${host.url}/edge`);
      const facts = viewer.getByRole('main').locator('dl').first();
      await expectSince(facts.locator('[data-since]'), region);
      // The outage began less than three minutes ago.
      await expect(facts).toContainText(/, (?:\d+\ss|[123]\smin)/);
      const strip = viewer.locator('[data-strip="deployment"]').first();
      await expect(strip.locator('[data-observed="0"]')).not.toHaveCount(90);
      const end = Date.parse((await strip.getAttribute('data-to')) ?? '');
      expect(Math.abs(end - Date.now())).toBeLessThan(2 * 60_000);
      await expect(viewer.getByRole('list', { name: 'Recent changes' })).toContainText(
        'A operational to degraded',
      );
      await viewer.goto(`${host.url}/edge/changes`);
      const entry = viewer
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: 'A operational to degraded' });
      await expect(entry.first()).toContainText(formatClock(Date.parse(component.from)));
      await expect(entry.first()).toContainText(/(?:\d+\ss|[123]\smin), open/);
      await viewer.close();
    });

  await test.step('a recovery has its end, and is not open', async () => {
    oracle.say('component', 'A', { status: 'operational' });
    await recorded(`${history}/edge`, 'component', 'A', 'operational');
    await page.goto(`${host.url}/edge/changes`);
    const recovery = page.getByRole('main').getByRole('listitem').filter({ hasText: 'recovered' });
    await expect(recovery.first()).toContainText(/\d\s(?:s|min)$/);
    await expect(recovery.filter({ hasText: ', open' })).toHaveCount(0);
  });

  await test.step('a contradiction on a wall starts when the record says, not when the wall was opened', async () => {
    let began: ChangeEntry | undefined;
    const isRecorded = async () => {
      const response = await fetch(`${history}/nodes/changes?kind=component&key=Edge%20Nodes`);
      const body: { readonly data?: readonly ChangeEntry[] } = await response.json();
      began = body.data?.find(({ type }) => type === 'contradiction');
      return began !== undefined;
    };
    await expect.poll(isRecorded, { timeout: 30_000 }).toBe(true);
    await page.goto(`${host.url}/nodes/wall?scenes=status`);
    const contradiction = page.getByRole('list', { name: 'Contradictions' }).getByRole('listitem').first();
    await expect(contradiction).toContainText('2 of 60 nodes are not');
    const since = contradiction.locator('[data-since]');
    await expect(since).toHaveAttribute('data-since', began?.at ?? '');
    await expect(since).toHaveAttribute('data-not-before', began?.notBefore ?? '');
    await expect(contradiction).toContainText(`since ${formatClock(Date.parse(began?.at ?? ''))}`);
  });

  await test.step('a region listed twice has the worse state, in its header and its history', async () => {
    await recorded(`${history}/twice`, 'region', 'osl1', 'degraded');
    await page.goto(`${host.url}/twice/regions/osl1`);
    const head = page
      .getByRole('main')
      .locator('header')
      .filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(head).toContainText(/Degraded since/);
    await expect(head).toContainText(/Listed 2 times, the worst is shown; also operational\./i);
    await expect(head.locator('svg[data-severity]').first()).toHaveAttribute('data-severity', 'degraded');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const strip = timeline.locator('[data-strip="region"]');
    await expect(strip.locator('[data-severity=degraded]')).not.toHaveCount(0);
    await expect(strip.locator('[data-severity=ok]')).toHaveCount(0);
    await expect(timeline.getByText('100 %', { exact: true })).toHaveCount(0);
    await page.goto(`${host.url}/twice/regions`);
    const rows = page.getByRole('table', { name: /^regions/ }).locator('tr[aria-rowindex]');
    await expect(rows.filter({ hasText: 'osl1' })).toHaveText([/Degraded/, /Operational/]);
  });

  await test.step('the endpoints page shows the coverage of each, and the start and cause of a gap', async () => {
    await expect.poll(() => outcomeOf(host.url, paths.regions), { timeout: 30_000 }).toBe('blind');
    await page.goto(`${host.url}/failing/endpoints`);
    const row = (path: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: path }) });
    await expect(row(paths.status)).toContainText(/[\d.]+\s%, seen since \d\d:\d\d/);
    await expect(row(paths.regions)).toContainText(/[\d.]+\s%, not seen since \d\d:\d\d: \S/);
  });

  await page.close();
  await host.stop();
  await Promise.all([oracle, failing, nodes, twice].map((service) => service.close()));
});

test('a good verdict has its start from the host, and a gap is not called good', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  const record = await startRecord(host.url, { slugs: ['double'], components: ['API'] });
  await page.goto(`${record.url}/double/wall?scenes=status`);
  await expect(page.getByRole('status').locator('[data-since]')).toContainText('before');
  await expect(page.getByRole('status')).not.toContainText('seen');
  const strip = page.locator('[data-strip="deployment"]');
  await expect(strip.locator('[data-severity]')).toHaveCount(90);
  const unobserved = strip.locator('[data-observed="0"]');
  await expect(unobserved).not.toHaveCount(0);
  for (const mark of await unobserved.all()) await expect(mark).toHaveAttribute('data-severity', 'unvouched');
  await page.close();
  await record.close();
});

function withComponent(status: string) {
  const components = allOperational.components.map(({ name }) => ({
    name,
    status: name === 'API' ? status : 'operational',
  }));
  return { ...allOperational, status, components };
}

test('if the host states another verdict than the screen shows, no start time is shown', async ({
  page,
  deploy,
}) => {
  const { host } = await deploy(withComponent('major_outage'));
  // In this record the deployment is degraded, while its page shows a major outage.
  const record = await startRecord(host.url, {
    slugs: ['double'],
    components: ['API'],
    trouble: { API: 45 * 60_000 },
  });
  await page.goto(`${record.url}/double/wall?scenes=status`);
  const strip = page.locator('[data-strip="deployment"]');
  // The last mark of the strip shows the live state, even if it is not recorded yet.
  await expect(strip.locator('[data-severity]').last()).toHaveAttribute('data-severity', 'critical');
  await expect(page.locator('[data-form]').first()).toContainText('API');
  // "first seen" shows a time of this screen, as for contradictions. No other text may state a start time.
  await expect(page.getByText(/since \d/)).toHaveCount(0);
  await expect(page.locator('[data-since]')).toHaveCount(0);
  await page.close();
  await record.close();
});

test("no duration is shown before the host has stated one, and then the host's", async ({ page, deploy }) => {
  const { host } = await deploy(withComponent('degraded'));
  const record = await startRecord(host.url, {
    slugs: ['double'],
    components: ['API'],
    trouble: { API: 45 * 60_000 },
    held: ['since'],
  });
  await page.goto(`${record.url}/double`);
  const facts = page.getByRole('main').locator('dl').first();
  const tile = page.getByRole('list', { name: 'Components' }).getByRole('listitem').first();
  // The strip shows that the rest of the history is loaded.
  await expect(page.locator('[data-strip="deployment"]')).toBeVisible();
  await expect(facts).toContainText(/Since\s*–/);
  await expect(tile.locator('[data-since]')).toHaveCount(0);
  await expect(page.getByText(/since \d\d:/)).toHaveCount(0);
  record.release();
  await expect(facts).toContainText(/45\smin/);
  await expect(facts.locator('[data-since]')).toHaveCount(1);
  await expect(tile).toContainText(/45\smin/);
  await page.close();
  await record.close();
});
