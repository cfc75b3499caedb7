import { everyAddress, mostShift, shiftOf, sizes, watchShifts } from '../support/layout-shift.ts';
import { inOutage } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const withCharts = ['/nodes', '/buckets', '/assets'].map((path) => `/everything${path}`);

test('no layout shift on any page while it loads, on a desktop and a phone', async ({ browser, startWith }) => {
  // A demo of its own, because in the first minute of a demo there is no incident.
  const { url } = await startWith([]);
  const addresses = await everyAddress(url);
  const shifts: [number, string, number][] = [];
  /**
   * Opens pages and records their layout shifts: those in `open` with open charts, those in `closed` with
   * closed ones.
   */
  async function visitAll(size: (typeof sizes)[number], open: readonly string[], closed: readonly string[]) {
    const context = await browser.newContext({ viewport: size });
    await watchShifts(context);
    const page = await context.newPage();
    const see = async (address: string) => {
      await page.goto(url + address, { waitUntil: 'networkidle' });
      shifts.push([size.width, address, await shiftOf(page)]);
    };
    for (const address of closed) await see(address);
    await context.addInitScript(() => localStorage.setItem('edgewatch:charts', 'open'));
    for (const address of open) {
      await see(address);
      await expect(page.getByRole('button', { name: 'Charts' })).toHaveAttribute('aria-expanded', 'true');
    }
    await context.close();
  }
  // On a phone, each list is opened with open charts, because they take most space there. On a desktop, one
  // list is.
  await Promise.all([
    visitAll(sizes[0], withCharts.slice(0, 1), addresses),
    visitAll(
      sizes[1],
      withCharts,
      addresses.filter((address) => !withCharts.includes(address)),
    ),
  ]);
  expect(shifts.filter(([, , shift]) => !(shift < mostShift))).toEqual([]);
});

for (const size of sizes)
  test(`no layout shift on ${size.width} × ${size.height} while the lists of an outage load`, async ({
    context,
    page,
    deploy,
  }) => {
    // The host has cached the status, but none of the lists.
    const { url, api } = await deploy(inOutage);
    await expect(await page.request.get(`${api}/api/v2/status`)).toBeOK();
    await watchShifts(context);
    await page.setViewportSize(size);
    await page.goto(url, { waitUntil: 'networkidle' });
    await expect(page.getByRole('list', { name: 'What the verdict rests on' })).toContainText(
      'of 60 not operational',
    );
    expect(await shiftOf(page)).toBeLessThan(mostShift);
  });
