/** Real caches between the host and a service: nothing is green that is older than its lifetime allows (docs/caches.md). */

import {
  type CacheProgram,
  cachesInARow,
  isInstalled,
  recommendedCaches,
  staleCaches,
} from '../caches/programs.ts';
import { falseGreen, moments, tableOf, walk } from '../caches/walk.ts';
import { expect, test } from '../support/test.ts';

const all: readonly CacheProgram[] = [...recommendedCaches, ...staleCaches, ...cachesInARow];
const installed = all.filter(({ command }) => isInstalled(command));
const missing = [...new Set(all.map(({ command }) => command))].filter((command) => !isInstalled(command));

/** Seconds: past the lifetime, the grace and the first pauses after a stale copy. */
const troubleSeconds = 25;

test('no stored copy stays green beyond its lifetime and the grace, behind any cache', async ({
  browser,
}, info) => {
  test.skip(installed.length === 0, 'none of the caches is installed');
  test.setTimeout(15 * 60_000);
  for (const command of missing) process.stdout.write(`skipped: ${command} is not installed\n`);
  const walked = await walk(installed, moments(troubleSeconds, process.env['CACHES'] === 'whole'), {
    browser,
    info,
  });
  process.stdout.write(
    `\n${tableOf(
      walked,
      installed.map(({ name }) => name),
    )}\n`,
  );
  const wrong = walked.samples.flatMap((sample) => {
    const by = falseGreen(sample);
    return by === null ? [] : `${sample.cache}, ${sample.moment}: ${by}`;
  });
  expect([...new Set(wrong)]).toEqual([]);
  expect([...walked.historyFaults].filter(([, count]) => count > 0)).toEqual([]);
  // Every outage was seen, or the walk would prove nothing.
  for (const { name } of installed)
    expect(walked.samples.some(({ cache, pageGreen }) => cache === name && !pageGreen)).toBe(true);
  for (const [name, seconds] of walked.recoveries) expect(Math.max(...seconds), name).toBeLessThanOrEqual(65);
});
