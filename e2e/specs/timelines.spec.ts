/** Regions and nodes over time, from the history record of the host's demo. */

import { longest, readHistory } from '../support/hosts/recorded-demo.ts';
import { shiftOf, watchShifts } from '../support/layout-shift.ts';
import { goWithin } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

interface Change {
  readonly type: string;
  readonly key: string;
  readonly at: string;
  readonly before: string | null;
  readonly after: string | null;
}

async function changesOf(kind: string, url: string): Promise<readonly Change[]> {
  const to = new Date();
  const from = new Date(to.getTime() - 6.9 * 86_400_000);
  const address = `/history/everything/changes?kind=${kind}&from=${from.toISOString()}&to=${to.toISOString()}`;
  return (await readHistory<{ readonly data: readonly Change[] }>(url + address)).data;
}

/**
 * Milliseconds. The demo goes on: a page may not have read its newest changes yet, and the nodes of a region may
 * still change.
 */
const settled = 20 * 60_000;

/** The newest change that fits, of a subject that has not changed since. */
function lastingChange(changes: readonly Change[], isWanted: (change: Change) => boolean): Change | undefined {
  return changes.find(
    (change, index) =>
      isWanted(change) &&
      Date.parse(change.at) < Date.now() - settled &&
      !changes.slice(0, index).some(({ key }) => key === change.key),
  );
}

test('a region page shows who came, its figures, its coverage, and the start of each state', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  const move = (await changesOf('node', host.url)).find(({ type }) => type === 'moved');
  expect(move).toBeDefined();
  await page.goto(`${host.url}/everything/regions/${move?.after}?range=7d`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('img', { name: /^Our own sight of regions, \d/ })).toBeVisible();
  await expect(timeline.locator(`[data-strip="node"][data-key="${move?.key}"]`)).toBeVisible();
  await expect(timeline.getByText(`in, from ${move?.before}`)).toBeVisible();
  await expect(timeline.getByText('1 in', { exact: true })).toBeVisible();
  await expect(
    timeline.getByRole('img', { name: /^Advertised capacity, [\d,]+\sG, then [\d,]+\sG/ }),
  ).toBeVisible();
  await expect(timeline.getByText(/Not observed 45\smin/)).toBeVisible();
  const figures = page.getByRole('group', { name: 'Key figures' });
  await expect(figures.getByText(/^\+[\d,]+\sG in 7\sd$/)).toBeVisible();
  await expect(figures.getByText(/^[+−±][\d.]+\s[GT]B in 7\sd$/)).toBeVisible();
  const nodes = page.getByRole('table', { name: 'Node list' });
  await expect(nodes.getByRole('columnheader', { name: 'State since' })).toBeVisible();
  await expect(nodes.locator('time[data-since]').first()).toBeVisible();
  const strip = timeline.locator(`[data-strip="region"]`);
  await strip.getByRole('button').last().focus();
  await page.keyboard.press('Home');
  await expect(strip.getByRole('button').first()).toBeFocused();
  expect(await shiftOf(page)).toBeLessThan(0.05);
  await timeline.getByRole('button', { name: '24 h' }).click();
  await expect(page).not.toHaveURL(/range=/);
  await expect(timeline.getByText('none in this time')).toBeVisible();

  const change = lastingChange(await changesOf('region', host.url), ({ type }) => type === 'state');
  expect(change).toBeDefined();
  await goWithin(page, `/everything/regions/${change?.key}?range=7d`);
  const since = page.locator(`time[data-since="${change?.at}"]`);
  await expect(since).toBeVisible();
  const notBefore = Date.parse((await since.getAttribute('data-not-before')) ?? '');
  expect(notBefore).toBeLessThan(Date.parse(change?.at ?? ''));
});

test('a node page shows its places, its capacity, and the polls between which each state began', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  const changes = await changesOf('node', host.url);
  const move = changes.find(({ type }) => type === 'moved');
  await page.goto(`${host.url}/everything/nodes/${move?.key}?range=7d`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const regions = timeline.locator('[data-timeline="region"]');
  await expect(regions.getByText(move?.before ?? '', { exact: true })).toBeVisible();
  await expect(regions.getByText(move?.after ?? '', { exact: true })).toBeVisible();
  await expect(regions.getByText('1 move', { exact: true })).toBeVisible();
  await expect(timeline.locator('[data-timeline="listed"]').getByText('no absence')).toBeVisible();
  const facts = page.locator('main header').filter({ hasText: 'Moved from' });
  await expect(facts.getByText(/^before \d+\s\w+\s\d+, when its history begins$/)).toBeVisible();
  await expect(facts.getByRole('link', { name: move?.before ?? '' })).toHaveAttribute(
    'href',
    new RegExp(`/regions/${move?.before}$`),
  );
  await expect(facts.locator(`time[data-since="${move?.at}"]`)).toHaveText(/\d\d:\d\d:\d\d – \d\d:\d\d:\d\d$/);
  expect(await shiftOf(page)).toBeLessThan(0.05);

  const appeared = changes.find(({ type }) => type === 'appeared');
  await goWithin(page, `/everything/nodes/${appeared?.key}`);
  await expect(page.locator(`dd time[data-since="${appeared?.at}"]`)).toHaveAttribute('data-not-before', /Z$/);
  await expect(page.getByText('nowhere, as recorded')).toBeVisible();

  const changed = lastingChange(changes, ({ type, after }) => type === 'state' && after === 'operational');
  await goWithin(page, `/everything/nodes/${changed?.key}?range=7d`);
  await expect(
    page.getByRole('table', { name: 'Neighbours' }).locator('time[data-since]').first(),
  ).toBeVisible();
  const states = page.getByRole('region', { name: 'States' });
  const since = states.locator(`time[data-since="${changed?.at}"]`);
  await expect(since).toHaveText(/\d\d:\d\d:\d\d – \d\d:\d\d:\d\d$/);
  await expect(since).toHaveAttribute('data-not-before', /\.\d{3}Z$/);
});

for (const [section, kind] of [
  ['nodes', 'node'],
  ['regions', 'region'],
] as const)
  test(`the table of ${section} shows the start of each state, and sorts by it`, async ({
    page,
    context,
    recordedDemo: host,
  }) => {
    await watchShifts(context);
    const changes = await changesOf(kind, host.url);
    const last = lastingChange(changes, ({ type, after }) => type === 'state' && after === 'operational');
    await page.goto(`${host.url}/everything/${section}`);
    const table = page.getByRole('table', { name: section });
    await expect(table.locator('time[data-since]').first()).toBeVisible();
    expect(await shiftOf(page)).toBeLessThan(0.05);
    await table.getByRole('button', { name: 'State since' }).click();
    await expect(page).toHaveURL(/sort=-since/);
    // The latest change comes first, so the times fall.
    const times = await table
      .locator('time[data-since]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-since') ?? ''));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times.length).toBeGreaterThan(5);
    if (kind === 'node') {
      await page.setViewportSize({ width: 390, height: 844 });
      // The first row on screen: newer changes of the demo may push a certain one out of view.
      await expect(table.getByText(/^, for \d/).first()).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await table.getByRole('button', { name: 'State since' }).click();
    await expect(table.getByText(/^before \d/).first()).toBeVisible();
    // Among all rows it may be out of view, because the demo goes on.
    await page
      .getByRole('main')
      .getByRole('searchbox')
      .last()
      .fill(last?.key ?? '');
    const cell = table.locator(`time[data-since="${last?.at}"]`).first();
    await expect(cell).toHaveAttribute('data-not-before', /\.\d{3}Z$/);
  });

test('a page open during a host restart shows the same times on every later page', async ({
  page,
  startWith,
}) => {
  test.setTimeout(3 * longest);
  const variables = { EDGEWATCH_OBSERVE: 'all', EDGEWATCH_DATA: test.info().outputPath('data') };
  const demo = ['--demo', '--demo-seed', '11'];
  const first = await startWith(demo, variables);
  const found: Partial<Record<'change' | 'move', Change | undefined>> = {};
  await expect(async () => {
    const ended = ({ type, after }: Change) => type === 'state' && after === 'operational';
    found.change = (await changesOf('region', first.url)).find(ended);
    found.move = (await changesOf('node', first.url)).find(({ type }) => type === 'moved');
    expect([found.change, found.move]).not.toContain(undefined);
  }).toPass({ timeout: longest });
  const { change, move } = found;

  const ofRegion = page.locator(`main header time[data-since="${change?.at}"]`);
  const ofMove = page.locator(`main header dd time[data-since="${move?.at}"]`);
  const listed = page.locator('dd').filter({ hasText: /^before \d+\s\w+\s\d+, when its history begins$/ });
  await page.goto(`${first.url}/everything/nodes/${move?.key}?range=7d`);
  await expect(ofMove).toBeVisible();
  const [listedSince, movedAfter] = [await listed.textContent(), await ofMove.getAttribute('data-not-before')];
  await page.goto(`${first.url}/everything/regions/${change?.key}?range=7d`);
  await expect(ofRegion).toBeVisible();
  const notBefore = await ofRegion.getAttribute('data-not-before');

  // Waits for all code, because the page must go on with it when the host has stopped.
  await page.waitForLoadState('networkidle');
  await first.stop();
  const second = await startWith([...demo, '--port', new URL(first.url).port], variables);
  await expect(async () => {
    const { knownUntil, since } = await readHistory<{ readonly knownUntil: string; readonly since: string }>(
      `${second.url}/history/everything`,
    );
    expect(Date.parse(knownUntil)).toBeGreaterThan(Date.parse(since));
  }).toPass({ timeout: longest });
  // Goes to a node of the region, to all nodes, to the moved node, and back.
  await page.getByRole('table', { name: 'Node list' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expect(page.locator('main header').getByText('nowhere, as recorded')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Nodes' }).first().click();
  await page.getByPlaceholder('Node id, region or city').fill(move?.key ?? '');
  await page
    .getByRole('table', { name: 'nodes' })
    .getByRole('link', { name: move?.key ?? '' })
    .click();
  await expect(ofMove).toHaveAttribute('data-not-before', movedAfter ?? '');
  await expect(listed).toHaveText(listedSince ?? '');
  await goWithin(page, `/everything/regions/${change?.key}?range=7d`);
  await expect(ofRegion).toHaveAttribute('data-not-before', notBefore ?? '');
});

test('a deployment without recorded lists has no timeline and says why', async ({ page, startWith }) => {
  const own = await startWith(['--demo'], { EDGEWATCH_OBSERVE: 'status' });
  await page.goto(`${own.url}/everything/regions/ams1`);
  await expect(page.getByText('its lists are not recorded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0);
});
