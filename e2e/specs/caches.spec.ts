/**
 * Real caches between the host and a service: nothing older than its lifetime allows is green
 * (docs/operate/caches.md).
 *
 * `CACHES` selects a longer walk: `outages` (all of them), `minutes` (nine-minute outages behind caches that
 * serve stale copies), `fronts` (other proxies in between) or `requests` (ten minutes without an outage).
 * `BUILDS` names folders of other builds, separated by colons. In `minutes` they run beside this build, in
 * `outages` instead of it.
 */

import type { Browser, TestInfo } from '@playwright/test';
import {
  cachesInARow,
  noCache,
  recommendedCaches,
  staleCaches,
  statusKeepingCaches,
} from '../caches/configurations.ts';
import { fronts, someFronts, withClock } from '../caches/fronts.ts';
import { type CacheProgram, isInstalled } from '../caches/programs.ts';
import { type Moment, ordinary, outages } from '../caches/service.ts';
import { falseGreenTable, momentsTable, requestsTable } from '../caches/tables.ts';
import { type Build, isFalseGreen, type Plan, type Walk, walk } from '../caches/walk.ts';
import { expect, test } from '../support/test.ts';

const all: readonly CacheProgram[] = [
  ...recommendedCaches,
  ...staleCaches,
  ...statusKeepingCaches,
  ...cachesInARow,
];
const installed = all.filter(({ command }) => isInstalled(command));
const missing = [...new Set(all.map(({ command }) => command))].filter((command) => !isInstalled(command));

const thisBuild: Build = { name: 'this build' };
const otherBuilds = (process.env['BUILDS'] ?? '')
  .split(':')
  .filter((folder) => folder !== '')
  .map((folder): Build => ({ name: folder, script: `${folder}/dist/host/edgewatch.js` }));

/** Seconds: longer than the lifetime, the grace and the first pauses after a stale copy. */
const troubleSeconds = 22;
/** Seconds until the host retries a list after several failures, with the jitter between viewers. */
const onePoll = 31.5;
/** The same after several stale copies. */
const longestPause = 63;
/** Seconds that a sample and a busy machine may take. */
const slack = 4;

const selected = process.env['CACHES'];

const plan: Plan = {
  programs: [noCache, ...installed],
  builds: otherBuilds.length > 0 ? otherBuilds : [thisBuild],
  moments: [ordinary(8), ...outages(troubleSeconds).flat()],
  lifetimeSeconds: 5,
  sampleSeconds: 1,
  outlets: ['page'],
};

const [nodesBroken = [], allRefused = []] = outages(troubleSeconds);
const severe = [...staleCaches, ...cachesInARow];

/** The walks of `npm test`: the severe cases and the configurations of the docs. */
const shortWalks: readonly (readonly [string, readonly CacheProgram[], readonly Moment[]])[] = [
  ['stale copies', severe, nodesBroken],
  ['stale copies', severe, allRefused],
  ['the status is stored', statusKeepingCaches, allRefused],
  ['recommended', [noCache, ...recommendedCaches], nodesBroken],
];

function expectTruth({ samples, recoveries }: Walk, { lifetimeSeconds }: Plan): void {
  const wrong = samples
    .filter((sample) => isFalseGreen(sample, lifetimeSeconds))
    .map(({ build, cache, moment, outlet }) => `${build}, ${cache}, ${moment.name}: ${outlet}`);
  expect([...new Set(wrong)]).toEqual([]);
  // The page must have shown every outage, or the walk proves nothing.
  const unseen = recoveries.filter(
    ({ build, cache, moment }) =>
      !samples.some(
        (sample) =>
          sample.build === build &&
          sample.cache === cache &&
          sample.moment.name === moment &&
          sample.outlet === 'page' &&
          !sample.isGreen,
      ),
  );
  expect(unseen).toEqual([]);
  const recommended = new Set([noCache, ...recommendedCaches].map(({ name }) => name));
  const slow = recoveries.filter(
    ({ cache, shown }) => shown > (recommended.has(cache) ? onePoll : longestPause) + slack,
  );
  expect(slow).toEqual([]);
}

/** After the first lists, no page and no metric calls a list old while the service is healthy. */
function expectNoFalseAge({ samples }: Walk): void {
  const [first] = samples;
  // Skips the first lists: a slow machine may still wait for them.
  const falselyOld = samples
    .filter(({ outlet, moment, at, isGreen }) => {
      const isSettled = moment.name === 'well' && at - (first?.at ?? 0) > 10_000;
      return isSettled && outlet !== 'history' && !isGreen;
    })
    // Grace delays one poll (docs/operate/caches.md).
    .filter(({ cache }) => !cache.includes('varnish with grace'))
    .map(({ build, cache, outlet }) => `${build}, ${cache}: ${outlet}`);
  expect([...new Set(falselyOld)]).toEqual([]);
}

test.beforeEach(() => {
  test.skip(installed.length === 0, 'none of the caches is installed');
  for (const command of missing) process.stdout.write(`skipped: ${command} is not installed\n`);
});

const title = 'no stored copy stays green beyond its lifetime and the grace, behind any cache';

async function check(
  walked: Plan,
  { browser, info }: { readonly browser: Browser; readonly info: TestInfo },
  tableOf: (walk: Walk) => string = momentsTable,
): Promise<Walk> {
  test.setTimeout(40 * 60_000);
  const result = await walk(walked, { browser, info });
  process.stdout.write(`\n${tableOf(result)}\n`);
  const isJudged = ({ build }: { readonly build: string }) =>
    walked.builds.length === 1 || build === thisBuild.name;
  const { samples, recoveries, requests } = result;
  const judged = {
    samples: samples.filter(isJudged),
    recoveries: recoveries.filter(isJudged),
    requests,
  };
  expectTruth(judged, walked);
  return result;
}

async function checkFronts(
  programs: readonly CacheProgram[],
  ordinarySeconds: number,
  context: { readonly browser: Browser; readonly info: TestInfo },
): Promise<void> {
  const moments = [ordinary(ordinarySeconds), ...nodesBroken];
  const there = programs.filter(({ command }) => isInstalled(command));
  expectNoFalseAge(await check({ ...plan, programs: there, moments }, context));
}

if (selected === 'outages')
  test(title, async ({ browser }, info) => {
    await check(plan, { browser, info });
  });
else if (selected === 'fronts')
  for (const [what, programs] of [
    ['fronts', fronts],
    ['a clock ahead', withClock(90)],
    ['a clock behind', withClock(-90)],
  ] as const)
    test(`${title}: ${what}`, ({ browser }, info) => checkFronts(programs, 30, { browser, info }));
else if (selected === 'minutes')
  for (const outage of outages(540).slice(0, 2))
    test(`${title}: ${outage[0]?.name}, for nine minutes`, async ({ browser }, info) => {
      const programs = staleCaches.filter(({ command }) => isInstalled(command));
      const builds = [...otherBuilds, thisBuild];
      const moments = [ordinary(20), ...outage];
      const long: Plan = { ...plan, programs, builds, moments, lifetimeSeconds: 10, outlets: ['page', 'API'] };
      await check(long, { browser, info }, (walked) => falseGreenTable(walked, long.lifetimeSeconds));
    });
else if (selected === 'requests')
  for (const lifetimeSeconds of [10, 60])
    test(`no cache doubles the requests, lifetime ${lifetimeSeconds} s`, async ({ browser }, info) => {
      const moments = [ordinary(600)];
      const calm: Plan = { ...plan, moments, lifetimeSeconds, sampleSeconds: 5, outlets: ['API'] };
      const { requests } = await check(calm, { browser, info }, (walked) => requestsTable(walked.requests));
      const withNone = requests.find(({ cache }) => cache === noCache.name)?.atOrigin ?? 0;
      expect(requests.filter(({ atOrigin }) => atOrigin > 1.2 * withNone)).toEqual([]);
    });
else {
  for (const [caches, programs, moments] of shortWalks)
    test(`${title}: ${caches}, ${moments[0]?.name}`, async ({ browser }, info) => {
      const installedOnes = programs.filter(({ command }) => isInstalled(command));
      const short: Plan = { ...plan, programs: installedOnes, moments: [ordinary(8), ...moments] };
      await check(short, { browser, info });
    });
  test(`${title}: some fronts`, ({ browser }, info) => checkFronts(someFronts, 16, { browser, info }));
}
