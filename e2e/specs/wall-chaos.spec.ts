/** A wall that runs for weeks recovers from every fault by itself, and in time. */

import { writeFile } from 'node:fs/promises';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { type Double, startDouble } from '../servers/double.ts';
import { failingScenes, nextBuild } from '../support/hosts/builds.ts';
import { type Host, startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime, type StoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

/** Poll interval of the configuration below, seconds. */
const pollSeconds = 2;

const scene = (page: Page) => page.locator('main[data-scene]');
const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
/** Elements with fresh data in the scene of the inventory: the verdict and six figures. */
const vouched = (page: Page) => page.locator('main[data-scene=inventory] [data-freshness=fresh]');

interface Wall {
  readonly page: Page;
  readonly doubles: readonly Double[];
  readonly start: (program?: string) => Promise<Host>;
  readonly close: () => Promise<void>;
}

/** Opens a wall. Console errors about a stopped host are expected. Exceptions are not. */
async function openWall(browser: Browser, testInfo: TestInfo, slugs: readonly string[]): Promise<Wall> {
  const config = testInfo.outputPath('edgewatch.json');
  await writeFile(config, JSON.stringify({ pollSeconds }));
  const doubles = await Promise.all(slugs.map(() => startDouble(allOperational)));
  const addresses = slugs.flatMap((slug, index) => ['--base-url', `${slug}=${doubles[index]?.url}`]);
  const page = await browser.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  const hosts: Host[] = [];
  return {
    page,
    doubles,
    async start(program) {
      const [first] = hosts;
      const port = first ? new URL(first.url).port : '0';
      const host = await startHost(['--port', port, '--config', config, ...addresses], program);
      hosts.push(host);
      return host;
    },
    async close() {
      await page.close();
      await Promise.all(hosts.map((host) => host.stop()));
      await Promise.all(doubles.map((double) => double.close()));
      expect(thrown).toEqual([]);
    },
  };
}

async function untilScene(page: Page, time: StoppedTime, name: string): Promise<void> {
  for (let passed = 0; passed < 100; passed += 2) {
    if ((await scene(page).getAttribute('data-scene')) === name) return;
    await time.pass(2);
  }
  throw new Error(`The scene ${name} had no turn.`);
}

test('after six cuts, a restart and two builds the wall recovers each time by itself, and in time', async ({
  browser,
}, testInfo) => {
  const next = await nextBuild(testInfo.outputPath('next'));
  const { page, doubles, start, close } = await openWall(browser, testInfo, ['one']);
  const [double] = doubles;
  let host = await start();
  const time = await openInStoppedTime(page, `${host.url}/one/wall?scenes=inventory`, () =>
    expect(vouched(page)).toHaveCount(7),
  );

  async function expectNoContact(words: 'This screen is blind' | 'No contact'): Promise<void> {
    await expect(scene(page)).toHaveAttribute('data-contact', 'none');
    await expect(verdict(page)).toContainText(words);
    await expectNoGoodWithoutProof(page);
  }
  async function expectRecovery(): Promise<void> {
    await time.pass(pollSeconds + 2);
    await expect(scene(page)).toHaveAttribute('data-contact', 'some');
    // The scene of the problem stays until the verdict is good in two polls.
    await expect(verdict(page)).toContainText(/operational/i);
    await time.pass(5);
    await expect(vouched(page)).toHaveCount(7);
  }

  for (let cut = 0; cut < 3; cut += 1) {
    // The first interruption is longer than the lifetime of lists, and passes second by second. The others
    // pass as a sleep of the machine.
    const last = (seconds: number) => (cut === 0 ? time.pass(seconds) : time.jump(seconds));
    await page.context().setOffline(true);
    await last(45);
    await expectNoContact('This screen is blind');
    await page.context().setOffline(false);
    await expectRecovery();

    // The host gets no more responses from the deployment, but serves its cached status for a while.
    await double?.refuse();
    await host.leap(pollSeconds * 1000);
    await expect.poll(async () => (await fetch(`${host.url}/deployments/one/api/v2/status`)).ok).toBe(false);
    await last(20);
    await expectNoContact('No contact');
    await double?.accept();
    await expectRecovery();
  }

  await host.stop();
  await time.pass(45);
  await expectNoContact('This screen is blind');
  host = await start();
  await expectRecovery();

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  for (const [program, script] of [
    [next, /\.next\.js$/],
    [undefined, /-[\w-]{8}\.js$/],
  ] as const) {
    const before = loads;
    await host.stop();
    host = await start(program);
    // The wall asks every minute for a new build, and loads it at the next change of scene.
    await time.jump(60);
    await time.passUntil(() => loads > before, 25);
    await time.settleUntil(vouched(page).nth(6));
    await expect(page.locator('script[type=module]')).toHaveAttribute('src', script);
  }
  await time.jump(60);
  await time.pass(25);
  expect(loads, 'one for each build').toBe(2);
  await expect(vouched(page)).toHaveCount(7);
  await close();
});

test('a scene that throws is replaced by a message, and the rotation continues', async ({
  browser,
}, testInfo) => {
  const { page, start, close } = await openWall(browser, testInfo, ['one', 'two']);
  const host = await start(await failingScenes(testInfo.outputPath('failing')));
  const time = await openInStoppedTime(page, `${host.url}/wall?seconds=5`, () =>
    expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(2),
  );
  const face = page.getByRole('heading', { name: /^The scene “\w+” could not be drawn$/ });
  const names = ['status', 'map', 'inventory', 'events', 'overview'];
  for (const name of names) {
    await page.evaluate((failing) => Object.assign(globalThis, { failing }), name);
    // A scene fails only when it is rendered again, so wait until one of this name comes.
    for (let passed = 0; passed < 100 && (await face.count()) === 0; passed += 2) await time.pass(2);
    await expect(face).toHaveText(`The scene “${name}” could not be drawn`);
    await page.evaluate(() => Object.assign(globalThis, { failing: null }));
    await time.pass(6);
    await expect(face).toHaveCount(0);
  }
  for (const name of names) {
    await untilScene(page, time, name);
    await expect(face).toHaveCount(0);
  }
  await close();
});
