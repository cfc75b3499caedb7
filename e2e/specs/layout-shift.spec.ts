import { everyAddress, mostShift, shiftOf, sizes, watchShifts } from '../support/layout-shift.ts';
import { inOutage } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

for (const size of sizes) {
  test(`no layout shift on any page of ${size.width} × ${size.height} while it loads`, async ({
    context,
    page,
    startWith,
  }) => {
    // A demo of its own: in its first minute the fleet has no incident.
    const { url } = await startWith([]);
    await watchShifts(context);
    await page.setViewportSize(size);
    const addresses = await everyAddress(url);
    const shifts: [string, number][] = [];
    for (const address of addresses) {
      await page.goto(url + address, { waitUntil: 'networkidle' });
      shifts.push([address, await shiftOf(page)]);
    }
    expect(shifts.filter(([, shift]) => !(shift < mostShift))).toEqual([]);
  });

  test(`no layout shift on ${size.width} × ${size.height} below open charts`, async ({
    context,
    page,
    startWith,
  }) => {
    const { url } = await startWith([]);
    await watchShifts(context);
    await context.addInitScript(() => localStorage.setItem('edgewatch:charts', 'open'));
    await page.setViewportSize(size);
    const shifts: [string, number][] = [];
    for (const list of ['nodes', 'buckets', 'assets', 'events']) {
      await page.goto(`${url}/everything/${list}`, { waitUntil: 'networkidle' });
      await expect(page.getByRole('button', { name: 'Charts' })).toHaveAttribute('aria-expanded', 'true');
      shifts.push([list, await shiftOf(page)]);
    }
    expect(shifts.filter(([, shift]) => !(shift < mostShift))).toEqual([]);
  });

  test(`no layout shift on ${size.width} × ${size.height} while the lists of an outage load`, async ({
    context,
    page,
    deploy,
  }) => {
    // The host has read the status, but none of the lists.
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
}
