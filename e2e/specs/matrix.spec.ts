/**
 * Each mode × each page × {first load, after good data} (docs/develop/faults.md). `npm test` runs every mode
 * on some affected pages, in rotation. `npm run matrix` runs it on every page.
 */

import { test as base, expect } from '@playwright/test';
import type { Mode } from '../servers/faults/mode.ts';
import { modes } from '../servers/faults/modes.ts';
import { type Plan, walk, walkInPeace } from '../support/matrix/cells.ts';
import { type Lane, openLane, openViewer } from '../support/matrix/lane.ts';
import { deskPages, matrixPages, pagesReading, subjectsFor, walls } from '../support/matrix/pages.ts';

const isFull = process.env['MATRIX'] === 'full';

/**
 * In `npm test` each mode meets one page with good data, in rotation. Every fourth mode also meets a second
 * page, every eighth a wall.
 */
const modesPerSecondPage = 4;
const modesPerWall = 8;

function planOf(mode: Mode, index: number): Plan {
  if (isFull) return { mode, on: mode.on, firstLoads: matrixPages, afterGood: matrixPages };
  const on = subjectsFor(mode.on, index);
  const wall = index % modesPerWall === 0 ? walls[(index / modesPerWall) % walls.length] : undefined;
  const pages = pagesReading(on, deskPages);
  // The page of a first load, the page open with good data, and the page visited after it rotate.
  const from = (place: number) => [
    ...pages.slice(place % pages.length),
    ...pages.slice(0, place % pages.length),
  ];
  return {
    mode,
    on,
    firstLoads: from(index).slice(0, 1),
    afterGood: [
      ...from(index + 1).slice(0, index % modesPerSecondPage === 1 ? 2 : 1),
      ...(wall ? pagesReading(on, [wall]) : []),
    ],
  };
}

const plans = modes.map(planOf);
const cells = plans.reduce((sum, plan) => sum + plan.firstLoads.length + plan.afterGood.length, 0);
/** Modes per test, and how many run in parallel. Most of the time is waiting. */
const together = isFull ? 4 : 18;
const lanesPerWorker = 3;

const test = base.extend<object, { readonly lanes: readonly Lane[] }>({
  lanes: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs: nothing
    async ({}, provide, { workerIndex, project }) => {
      const file = (index: number) => `${project.outputDir}/lane-${workerIndex}-${index}.json`;
      const lanes = await Promise.all(
        Array.from({ length: lanesPerWorker }, (_, index) => openLane(file(index))),
      );
      await provide(lanes);
      await Promise.all(lanes.map((lane) => lane.close()));
    },
    { scope: 'worker' },
  ],
});

test(`the matrix: ${modes.length} modes, ${matrixPages.length} pages, ${cells} cells${isFull ? ', in full' : ''}`, async ({
  browser,
  lanes: [lane],
}) => {
  const seen = new Set(plans.flatMap(({ firstLoads, afterGood }) => [...firstLoads, ...afterGood]));
  expect(seen.size).toBe(matrixPages.length);
  if (!lane) throw new Error('There is no lane.');
  const viewer = await openViewer(browser, lane);
  expect(await walkInPeace(viewer)).toEqual([]);
  await viewer.close();
});

for (let start = 0; start < plans.length; start += together) {
  const batch = plans.slice(start, start + together);
  const names = `${batch.at(0)?.mode.name} to ${batch.at(-1)?.mode.name}`;
  test(`no screen is wrong in ${batch.length} modes, ${names}`, async ({ browser, lanes }) => {
    test.setTimeout(15 * 60_000);
    const waiting = [...batch];
    const problems: string[] = [];
    await Promise.all(
      lanes.map(async (lane) => {
        const viewer = await openViewer(browser, lane);
        for (let plan = waiting.shift(); plan; plan = waiting.shift())
          problems.push(...(await walk(lane, viewer, plan)));
        await viewer.close();
      }),
    );
    expect(problems).toEqual([]);
  });
}
