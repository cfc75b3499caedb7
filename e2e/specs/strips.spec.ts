/** Reads from pixels how a strip shows a coverage gap: by the same hatch at every width. */

import type { Locator, Page } from '@playwright/test';
import { pictureOf } from '../support/picture.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';

/**
 * Width of the strip → width of the browser window, pixels. In a desktop window 15 pixels are kept for a
 * scroll bar.
 */
const windows = { 120: 152, 460: 492, 1392: 1455, 1792: 1855 } as const;
const widest = 1792;
/** Height of a strip, pixels. Good marks take at most the lowest `tallestGood` of them. The last line is the foot. */
const height = 30;
const tallestGood = 10;

/** Contrast of each pixel with the background, from 0 to 1, row by row. */
async function inkOf(strip: Locator): Promise<readonly (readonly number[])[]> {
  const { data, width, height: rows } = await pictureOf(strip);
  const light = (x: number, y: number) => {
    const at = 3 * (y * width + x);
    return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  };
  const all = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: width }, (__, x) => Math.abs(light(x, y) - light(0, 0))),
  );
  const most = Math.max(...all.slice(0, 8).flat());
  return all.map((row) => row.map((each) => Math.min(1, each / most)));
}

/** The hatched part of a strip: all columns with contrast above the height of the good bars. */
function hatchOf(ink: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const above = ink.slice(0, height - tallestGood);
  const inked = (above[0] ?? []).map((_, x) => above.some((row) => (row[x] ?? 0) > 0.5));
  const [from, to] = [inked.indexOf(true), inked.lastIndexOf(true) + 1];
  return ink.slice(0, height - 1).map((row) => row.slice(from, to));
}

/**
 * The strongest wave in a pattern of pixels: the pixels from line to line, and the direction across the
 * lines, degrees.
 */
function waveOf(pattern: readonly (readonly number[])[]) {
  const rows = pattern.map((row) => row.slice(0, 40));
  const all = rows.flat();
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  let best = { strength: 0, across: 0, down: 0 };
  for (let across = 0; across <= 0.45; across += 0.005) {
    // Sums each row once for all directions. The wave along a row does not depend on `down`.
    const sums = rows.map((row) =>
      waveIn(
        row.map((value) => value - mean),
        across,
      ),
    );
    for (let down = -0.45; down <= 0.45; down += 0.005) {
      if (Math.hypot(across, down) < 0.06) continue;
      let [even, odd] = [0, 0];
      for (const [y, sum] of sums.entries()) {
        const [cos, sin] = [Math.cos(2 * Math.PI * down * y), Math.sin(2 * Math.PI * down * y)];
        even += sum.even * cos - sum.odd * sin;
        odd += sum.even * sin + sum.odd * cos;
      }
      const strength = Math.hypot(even, odd);
      if (strength > best.strength) best = { strength, across, down };
    }
  }
  const { across, down } = best;
  return {
    pitch: 1 / Math.hypot(across, down),
    angle: (Math.atan2(down, across) * 180) / Math.PI,
    share: mean,
    width: pattern[0]?.length ?? 0,
  };
}

function waveIn(row: readonly number[], across: number) {
  let [even, odd] = [0, 0];
  for (const [x, value] of row.entries()) {
    even += value * Math.cos(2 * Math.PI * across * x);
    odd += value * Math.sin(2 * Math.PI * across * x);
  }
  return { even, odd };
}

const strip = (page: Page) => page.getByRole('img', { name: /^Overall status/ });

test('a gap is hatched with the same lines at every width, in both themes', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  const time = await openInStoppedTime(page, url, () =>
    expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(18),
  );
  await time.pass(20);
  await time.jump(400);
  await time.pass(20);
  await expect(strip(page)).toHaveAccessibleName(/Not observed for about \d\smin/);
  for (const colorScheme of ['dark', 'light'] as const) {
    /* oxlint-disable no-await-in-loop */
    await page.emulateMedia({ colorScheme });
    const hatched: { readonly width: number; readonly hatch: number }[] = [];
    for (const [width, window] of Object.entries(windows)) {
      await page.setViewportSize({ width: window, height: 900 });
      await time.settle();
      const ink = await inkOf(strip(page));
      expect([ink[0]?.length, ink.length]).toEqual([Number(width), height]);
      const { pitch, angle, share, ...hatch } = waveOf(hatchOf(ink));
      const seen = `${width} pixels, ${colorScheme}: every ${pitch} pixels at ${angle}°, ${share} of it`;
      // The lines are 5 pixels apart at 45°, and cover 1.6 of these 5 pixels.
      expect(Math.abs(pitch - 5), seen).toBeLessThan(0.25);
      expect(Math.abs(angle - 45), seen).toBeLessThan(3);
      expect(Math.abs(share - 0.32), seen).toBeLessThan(0.06);
      hatched.push({ width: Number(width), hatch: hatch.width });
    }
    /* oxlint-enable no-await-in-loop */
    // At every width the gap takes the same share of the strip, rounded to whole pixels at both ends.
    const part = (hatched.at(-1)?.hatch ?? 0) / widest;
    expect(part).toBeGreaterThan(0.4);
    for (const { width, hatch } of hatched) expect(Math.abs(hatch - part * width)).toBeLessThan(3);
  }
});
