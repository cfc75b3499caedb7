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
import type { CacheProgram } from '../caches/programs.ts';
import { type Moment, ordinary, outages } from '../caches/service.ts';
import { falseGreenTable, momentsTable, requestsTable } from '../caches/tables.ts';
import { type Build, isFalseGreen, type Plan, type Sample, type Walk, walk } from '../caches/walk.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
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

/** Seconds of an outage: longer than the lifetime, the grace and the first pauses after a stale copy. */
const troubleSeconds = 22;
/** Maximum seconds until the host retries a list after several failures, with the jitter between viewers. */
const onePoll = 31.5;
/** Maximum seconds until the host retries a list after several stale copies. */
const longestPause = 63;
/** Maximum seconds that a sample takes, also on a busy machine. */
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
const refusedSuffix = ', refused';

/**
 * An outage, and the recovery from it. Each cache of the walk in `npm test` meets one of two outages, chosen
 * by its name.
 */
const eitherOutage = nodesBroken.map(
  (moment, index): Moment => ({
    ...moment,
    name: 'nodes answer 500, or everything is refused',
    async set(service, cache) {
      const same = cache.endsWith(refusedSuffix) ? allRefused[index] : moment;
      await same?.set(service, cache);
    },
  }),
);

function expectTruth({ samples, recoveries }: Walk, { lifetimeSeconds }: Plan): void {
  const wrong = samples
    .filter((sample) => isFalseGreen(sample, lifetimeSeconds))
    .map(({ build, cache, moment, outlet }) => `${build}, ${cache}, ${moment.name}: ${outlet}`);
  expect([...new Set(wrong)]).toEqual([]);
  // Pages and metrics must have shown every outage. Otherwise the walk would prove nothing.
  const inOutages = samples.filter(({ outlet }) => outlet === 'page' || outlet === 'metrics');
  const nameOf = ({ build, cache, moment, outlet }: Sample) => `${build}, ${cache}, ${moment.name}: ${outlet}`;
  const seen = new Set(inOutages.filter(({ isGreen }) => !isGreen).map(nameOf));
  const names = new Set(inOutages.filter(({ moment }) => moment.name !== 'well').map(nameOf));
  expect([...names].filter((name) => !seen.has(name))).toEqual([]);
  const recommended = new Set([noCache, ...recommendedCaches].map(({ name }) => name));
  const slow = recoveries.filter(
    ({ cache, shown }) => shown > (recommended.has(cache) ? onePoll : longestPause) + slack,
  );
  expect(slow).toEqual([]);
}

/**
 * Expects that a page or a metric, once it shows data as fresh, does so as long as the service is healthy.
 */
function expectNoFalseAge({ samples }: Walk): void {
  const fresh = new Set<string>();
  const falselyOld = new Set<string>();
  for (const { build, cache, moment, outlet, isGreen } of samples) {
    // The history does not count here. Grace may delay one poll (docs/operate/caches.md).
    if (moment.name !== 'well' || outlet === 'history' || cache.includes('varnish with grace')) continue;
    const name = `${build}, ${cache}: ${outlet}`;
    if (isGreen) fresh.add(name);
    else if (fresh.has(name)) falselyOld.add(name);
  }
  expect([...falselyOld]).toEqual([]);
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

const installedOf = (programs: readonly CacheProgram[]) =>
  programs.filter(({ command }) => isInstalled(command));

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
    test(`${title}: ${what}`, async ({ browser }, info) => {
      const moments = [ordinary(30), ...nodesBroken];
      const walked = { ...plan, programs: installedOf(programs), moments };
      expectNoFalseAge(await check(walked, { browser, info }));
    });
else if (selected === 'minutes')
  for (const outage of outages(540).slice(0, 2))
    test(`${title}: ${outage[0]?.name}, for nine minutes`, async ({ browser }, info) => {
      const programs = installedOf(staleCaches);
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
else
  test(title, async ({ browser }, info) => {
    // The caches of the docs, and some proxies in front of caches.
    const ordinaryOnes = [noCache, ...installedOf([...recommendedCaches, ...someFronts])];
    const stale = installedOf(staleCaches);
    const refused = installedOf([...staleCaches, ...cachesInARow, ...statusKeepingCaches]).map(
      (program): CacheProgram => ({ ...program, name: program.name + refusedSuffix }),
    );
    // The other caches are read by metrics, history and API alone, because pages cause half of the work.
    const onPages = [...stale, ...refused.slice(stale.length)];
    const short: Plan = {
      ...plan,
      programs: [...ordinaryOnes, ...stale, ...refused],
      onPages,
      outlets: ['page', 'API'],
      moments: [ordinary(12), ...eitherOutage],
    };
    const { samples, ...others } = await check(short, { browser, info });
    const names = new Set(ordinaryOnes.map(({ name }) => name));
    expectNoFalseAge({ ...others, samples: samples.filter(({ cache }) => names.has(cache)) });
  });
