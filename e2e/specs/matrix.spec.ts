/**
 * Fault modes × pages × {after good data, first load} (docs/develop/faults.md). `npm test` sets each mode on
 * one endpoint, up to four at once. `npm run matrix` sets each mode alone, on all its endpoints, and opens
 * every page.
 */

import { test as base, expect } from '@playwright/test';
import { modes } from '../servers/faults/modes.ts';
import { walk, walkInPeace } from '../support/matrix/cells.ts';
import { type Lane, openLane, openViewer } from '../support/matrix/lane.ts';
import { deskPages, endpointsPage, matrixPages } from '../support/matrix/pages.ts';
import { briefPlans, fullPlans } from '../support/matrix/plans.ts';

const isFull = process.env['MATRIX'] === 'full';

const plans = isFull ? fullPlans : briefPlans;
const cells = plans.reduce((sum, plan) => sum + plan.firstLoads.length + plan.afterGood.length, 0);
/** Number of plans per test, and of lanes that run in parallel. */
const together = isFull ? 4 : 14;
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
  const met = new Set(plans.flatMap(({ faults }) => [...faults.values()]));
  expect(modes.filter((mode) => !met.has(mode))).toEqual([]);
  for (const visited of ['afterGood', 'firstLoads'] as const) {
    const seen = new Set(plans.flatMap((plan) => plan[visited]));
    // In `npm test` no plan loads a wall for the first time during a fault.
    const pages = visited === 'afterGood' || isFull ? matrixPages : deskPages;
    expect(pages.filter((page) => !seen.has(page)).map(({ name }) => name)).toEqual([]);
  }
  if (!lane) throw new Error('There is no lane.');
  const viewer = await openViewer(browser, lane);
  expect(await walkInPeace(viewer)).toEqual([]);
  await viewer.close();
});

for (let start = 0; start < plans.length; start += together) {
  const batch = plans.slice(start, start + together);
  const names = batch.flatMap(({ faults }) => [...faults.values()].map(({ name }) => name));
  test(`no screen is wrong in ${new Set(names).size} modes, ${names.at(0)} to ${names.at(-1)}`, async ({
    browser,
    lanes,
  }) => {
    test.setTimeout(15 * 60_000);
    const waiting = [...batch];
    const problems: string[] = [];
    await Promise.all(
      lanes.map(async (lane) => {
        const viewer = await openViewer(browser, lane);
        await viewer.load(endpointsPage);
        for (let plan = waiting.shift(); plan; plan = waiting.shift())
          problems.push(...(await walk(lane, viewer, plan)));
        await viewer.close();
      }),
    );
    expect(problems).toEqual([]);
  });
}
