import { everyAddress, mostShift, shiftOf, sizes, watchShifts } from '../support/layout-shift.ts';
import { expect, test } from '../support/test.ts';

for (const size of sizes)
  test(`nothing jumps on any page of ${size.width} × ${size.height} while it is read`, async ({
    context,
    page,
    baseURL,
  }) => {
    await watchShifts(context);
    await page.setViewportSize(size);
    const addresses = await everyAddress(baseURL ?? '');
    const shifts: [string, number][] = [];
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'networkidle' });
      shifts.push([address, await shiftOf(page)]);
    }
    expect(shifts.filter(([, shift]) => !(shift < mostShift))).toEqual([]);
  });
