/** The main flows in each browser engine, written once for all. */

import { engines } from '../support/engines/engines.ts';
import { Viewer } from '../support/engines/viewer.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
import { readPage } from '../support/look.ts';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';
import { pollSeconds } from '../support/wall/wall.ts';

/** Opens the overview, a status page and the nodes page, filters the nodes, opens one, and goes back. */
async function findNode(viewer: Viewer, demo: string): Promise<void> {
  await viewer.open(`${demo}/`);
  await viewer.expectText('heading', '4 deployments');
  await viewer.expectText('list', 'Deployments', /Everything.*\d+ of \d+ components/);
  await viewer.expectSound();

  await viewer.click('link', 'Everything');
  await viewer.expectText('status', 'Overall status', /components/);
  await viewer.expectText('list', 'Components');
  await viewer.expectText('list', 'Regions by zone');
  await viewer.expectSound();

  await viewer.click('link', 'Nodes');
  await viewer.expectText('heading', 'Nodes');
  const firstId = () =>
    viewer.read(
      () => document.querySelector('tr[aria-rowindex="1"]')?.textContent.match(/nod_[a-z0-9]{14}/)?.[0] ?? '',
    );
  await expect.poll(firstId).not.toBe('');
  const id = await firstId();
  const rows = () =>
    viewer.read(() => document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount'));
  expect(Number(await rows())).toBeGreaterThan(1);
  await viewer.click('searchbox', 'Node id, region or city');
  await viewer.type(id);
  await expect.poll(rows).toBe('1');
  await viewer.expectSound();

  await viewer.click('link', id);
  await expect.poll(() => viewer.read(() => location.pathname)).toBe(`/everything/nodes/${id}`);
  await viewer.expectText('heading', id);
  await viewer.expectText('table', 'Neighbours', /nod_/);
  await viewer.expectSound();

  await viewer.back();
  await viewer.expectText('heading', 'Nodes');
  await expect.poll(rows).toBe('1');
  const filter = () => viewer.read(() => document.querySelector<HTMLInputElement>('input[type=search]')?.value);
  await expect.poll(filter).toBe(id);
}

async function findByKeyboard(viewer: Viewer): Promise<void> {
  await viewer.press('/');
  const isFinding = () => viewer.read(() => document.activeElement?.getAttribute('role') === 'combobox');
  await expect.poll(isFinding).toBe(true);
  await viewer.type('sao pau');
  const chosen = () =>
    viewer.read(() => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? '');
  await expect.poll(chosen).toContain('São Paulo');
  await viewer.press('Enter');
  await expect.poll(() => viewer.read(() => location.pathname)).toBe('/everything/regions/sao1');
  await viewer.expectSound();
}

const themeOf = (viewer: Viewer) => viewer.read(() => document.documentElement.dataset['theme']);

async function switchTheme(viewer: Viewer, demo: string): Promise<void> {
  const before = await themeOf(viewer);
  await viewer.click('button', 'Switch between dark and light');
  await expect.poll(() => themeOf(viewer)).not.toBe(before);
  const after = await themeOf(viewer);
  await viewer.open(`${demo}/edge`);
  expect(await themeOf(viewer)).toBe(after);
}

async function watchWall(viewer: Viewer, demo: string): Promise<void> {
  await viewer.open(`${demo}/everything/wall`);
  await viewer.expectText('status', 'Overall status');
  expect(await themeOf(viewer)).toBe('dark');
  await viewer.expectSound();
  expect(await viewer.read(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
}

/** Opens the wall of a service, and stops the service. From then on nothing green may be without proof. */
async function loseService(viewer: Viewer, { double, url }: Deployed): Promise<void> {
  await viewer.open(`${url}/wall?scenes=status`);
  await viewer.expectText('status', 'Overall status', /All operational/);
  await double.refuse();
  const seen = new Set<string>();
  const isLost = async () => {
    const { panels, violations } = await viewer.read(readPage);
    for (const violation of violations) seen.add(violation);
    return panels.length > 0 && panels.every(({ freshness, good }) => freshness === 'lost' && good === 0);
  };
  await expect.poll(isLost, { timeout: 60_000, intervals: [250] }).toBe(true);
  expect([...seen]).toEqual([]);
  await double.accept();
  await viewer.expectText('status', 'Overall status', /All operational/);
}

/** Expects no error so far. Two planted errors prove that the driver reports errors. */
async function expectNoFaults(viewer: Viewer, faults: () => Promise<readonly string[]>): Promise<void> {
  await viewer.read(() => {
    setTimeout(() => {
      throw new Error('planted');
    });
    setTimeout(() => void Promise.reject(new Error('planted')));
  });
  const isPlanted = (fault: string) => fault.includes('planted');
  await expect.poll(async () => (await faults()).filter(isPlanted).length).toBe(2);
  expect((await faults()).filter((fault) => !isPlanted(fault))).toEqual([]);
}

for (const { name, programs, start } of engines) {
  const needed = programs.length > 0 ? ` (needs ${programs.join(' and ')})` : '';
  test(`the main flows work in ${name} without an error${needed}`, async ({ context, baseURL, deploy }) => {
    const missing = programs.filter((program) => !isInstalled(program));
    test.skip(missing.length > 0, `skipped: not installed: ${missing.join(', ')}`);
    test.slow();
    const demo = baseURL ?? '';
    const engineWindow = await start(context);
    try {
      const viewer = new Viewer(engineWindow);
      await test.step('overview, status, nodes', () => findNode(viewer, demo));
      await test.step('Find by keyboard', () => findByKeyboard(viewer));
      await test.step('theme', () => switchTheme(viewer, demo));
      await test.step('wall', () => watchWall(viewer, demo));
      const deployed = await deploy({ ...allOperational, pollSeconds });
      await test.step('a service that stops answering', () => loseService(viewer, deployed));
      if (engineWindow.faults) await expectNoFaults(viewer, engineWindow.faults);
    } finally {
      await engineWindow.close();
    }
  });
}
