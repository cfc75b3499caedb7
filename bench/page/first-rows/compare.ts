/** Compares the first second of the pages of two builds, on a slow machine and a slow network. */

import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../../e2e/support/chromium.ts';
import type { Build, Builds } from '../../support/builds.ts';
import { choosePages, compare, comparisonTable, type Figures } from '../../support/comparison.ts';
import { type ListeningProgram, startHost } from '../../support/programs.ts';
import { Quiet } from '../../support/quiet.ts';
import type { Workplace } from '../../support/workplace.ts';
import { throttled, unthrottled } from '../measure.ts';
import { checkKey, inCalm, type Visitor, visitAndUse, visitUntilSettled } from './visit.ts';
import { type WatchedPage, watchedPages } from './watched-pages.ts';

async function figuresOf(visitor: Visitor, origin: string, page: WatchedPage): Promise<Figures> {
  const { name, path, landmarks, filter } = page;
  const visit = () => visitUntilSettled(visitor, origin + path, landmarks);
  const { seen, largestPaint, blocked, layout, shift } = await (page.isForCalm
    ? inCalm(origin, visit)
    : visit());
  const { at } = await visitAndUse(visitor, origin + path, filter);
  return {
    ...Object.fromEntries(Object.entries(seen).map(([landmark, time]) => [`${name}: ${landmark}, ms`, time])),
    [`${name}: ${filter ? 'the filter takes a key' : 'the app has the page'}, ms`]: at,
    [`${name}: largest paint, ms`]: largestPaint,
    [`${name}: blocked, ms`]: blocked,
    [`${name}: layout and style, ms`]: layout,
    [`${name}: shift`]: shift,
  };
}

/** Visits the page once, which fills the cache of the host, and checks the key of its filter. */
function warmUp(visitor: Visitor, origin: string, page: WatchedPage): Promise<unknown> {
  const { path, filter, landmarks } = page;
  return filter
    ? checkKey(visitor, origin + path, filter, landmarks)
    : visitAndUse(visitor, origin + path, null);
}

export async function compareFirstRows(
  _place: Workplace,
  runs: number,
  builds: Builds,
  chosen: readonly string[],
): Promise<readonly string[]> {
  const hosts = new Map<Build, ListeningProgram>();
  const browser = await chromium.launch(chromiumLaunch());
  const quiet = new Quiet();
  try {
    for (const build of [builds.before, builds.now]) hosts.set(build, await startHost(build.root));
    const originOf = (build: Build) => hosts.get(build)?.origin ?? '';
    const pages = choosePages(await watchedPages(originOf(builds.now)), ({ name }) => name, chosen);
    for (const page of pages)
      for (const build of hosts.keys())
        await warmUp({ browser, quiet, condition: unthrottled }, originOf(build), page);
    const visitor: Visitor = { browser, quiet, condition: throttled };
    const compared = await compare(
      builds,
      runs,
      pages.map((page) => (build) => figuresOf(visitor, originOf(build), page)),
    );
    const title = 'First rows: page 4 times slower, 10 Mbit/s and 40 ms';
    return [
      `Chromium ${browser.version()}. ${quiet.describe()}`,
      comparisonTable(title, builds, runs, compared),
    ];
  } finally {
    await browser.close();
    for (const host of hosts.values()) await host.stop();
  }
}
