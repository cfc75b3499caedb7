/** Measures the time from a fault to its notice on screen, and from its end to a correct screen. */

import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { pathsOf } from '../servers/documented.ts';
import { modeNamed } from '../servers/faults/modes.ts';
import { type Lane, openLane, openViewer, pollSeconds, type Viewer } from '../support/matrix/lane.ts';
import { matrixPages } from '../support/matrix/pages.ts';

/** Seconds after the lifetime in which data stays fresh (docs/understand/freshness.md). */
const grace = 10;
const quickRetries = 3;
/** Seconds by which the screen may be late, because it counts whole seconds. */
const tick = 1;

const [statusPath = ''] = pathsOf(null).toReversed();

const test = base.extend<{ readonly lane: Lane }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs: nothing
  lane: async ({}, provide, testInfo) => {
    const lane = await openLane(testInfo.outputPath('edgewatch.json'), {});
    await provide(lane);
    await lane.close();
  },
});

async function openStatus(browser: Browser, lane: Lane): Promise<Viewer> {
  const viewer = await openViewer(browser, lane);
  const status = matrixPages.find(({ name }) => name === 'status');
  if (!status) throw new Error('There is no status page.');
  await viewer.load(status);
  await expect(headline(viewer.page)).toHaveAttribute('data-freshness', 'fresh');
  return viewer;
}

const headline = (page: Page) => page.getByRole('main').locator('header[data-freshness]').first();

/**
 * Advances the page's time until a condition holds.
 *
 * @returns the seconds passed, at most `most`.
 */
async function secondsUntil(viewer: Viewer, most: number, isSo: () => Promise<boolean>): Promise<number> {
  for (let passed = 0; passed <= most; passed += 1) {
    if (await isSo()) return passed;
    await viewer.time.pass(1);
  }
  throw new Error(`It was not so within ${most} s.`);
}

async function isReported(page: Page): Promise<boolean> {
  const freshness = await headline(page).getAttribute('data-freshness');
  return freshness !== 'fresh';
}

function printMeasured(what: string, seconds: number): void {
  process.stdout.write(`   measured: ${what} after ${seconds} s\n`);
}

const faults = [
  ['a service that refuses connections', null, pollSeconds + quickRetries + tick, /last try failed/],
  ['HTTP 503', 'http-503', pollSeconds + quickRetries + tick, /last try failed.*503/],
  ['a web page in place of the API', 'html', pollSeconds + quickRetries + tick, /last try failed.*web page/],
  ['silence', 'silent', pollSeconds + grace + tick, /last confirmed \d\d:\d\d:\d\d/i],
] as const;

for (const [what, name, most, says] of faults)
  test(`${what} is on screen within ${most} s`, async ({ browser, lane }) => {
    const viewer = await openStatus(browser, lane);
    const mode = name === null ? null : modeNamed(name);
    if (mode === undefined) throw new Error(`There is no mode ${name}.`);
    if (mode) lane.server.put(mode, ['status']);
    else await lane.server.refuse();
    if (name === 'silent') viewer.time.expectSilence(statusPath);
    await lane.host.leap(pollSeconds * 1000);
    const seconds = await secondsUntil(viewer, most, () => isReported(viewer.page));
    printMeasured(`${what} is named`, seconds);
    await expect(headline(viewer.page)).toContainText(says);
    await expect(headline(viewer.page).locator('[data-severity=ok]')).toHaveCount(0);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });

test('after a service that refused everything returns, status is back within P + 2 s and the rest 5 s later', async ({
  browser,
  lane,
}) => {
  const viewer = await openStatus(browser, lane);
  await lane.server.refuse();
  await lane.host.leap(pollSeconds * 1000);
  // After 400 s every feed has failed and the quick retries are over.
  for (let passed = 0; passed < 400; passed += 20) await viewer.time.jump(20);
  const unread = async () => {
    const { panels } = await viewer.see();
    return panels.filter(({ freshness }) => freshness !== 'fresh').length;
  };
  expect(await unread()).toBeGreaterThan(7);
  await lane.server.accept();
  const status = await secondsUntil(viewer, pollSeconds + 2, async () => !(await isReported(viewer.page)));
  printMeasured('the status is fresh', status);
  const rest = await secondsUntil(viewer, 5, async () => (await unread()) === 0);
  printMeasured('everything else is fresh', rest);
  expect(viewer.faults).toEqual([]);
  await viewer.close();
});
