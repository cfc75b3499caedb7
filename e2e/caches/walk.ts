/**
 * Runs real caches through outages of the service (a walk), and records at each moment what the product
 * shows.
 */

import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page, TestInfo } from '@playwright/test';
import { type Host, startHost } from '../support/hosts/host.ts';
import type { CacheProgram, RunningCache } from './programs.ts';
import { isList, type Moment, madeAtIn, nodesPath, type Service, startService, statusPath } from './service.ts';

const grace = 10;
const pollSeconds = 2;
/** Maximum seconds that a sample may take, plus the rounding of `Age` and `Date` to whole seconds. */
const slack = 4;

export interface Build {
  readonly name: string;
  /** Path of the `edgewatch.js` of the build. Absent: the build of this repository. */
  readonly script?: string;
}

export interface Plan {
  readonly programs: readonly CacheProgram[];
  readonly builds: readonly Build[];
  readonly moments: readonly Moment[];
  /** Lifetime L of the node list, seconds. */
  readonly lifetimeSeconds: number;
  readonly sampleSeconds: number;
  /**
   * Outlets to sample besides metrics, status and history. `API` reads the host's API as one more viewer.
   */
  readonly outlets: readonly ('page' | 'API')[];
  /** Caches for which a page is opened. Absent: all, if `page` is an outlet. */
  readonly onPages?: readonly CacheProgram[];
}

export type Outlet = 'page' | 'API' | 'metrics' | 'status' | 'history';

export interface Sample {
  readonly build: string;
  readonly cache: string;
  readonly moment: Moment;
  readonly outlet: Outlet;
  /** Time of the sample, epoch milliseconds. */
  readonly at: number;
  readonly isGreen: boolean;
  /**
   * Seconds since the service made the data on show. If the outlet does not show that time: since the service
   * made its newest list.
   */
  readonly trueAge: number;
}

/** Times of a recovery, in seconds from the end of the outage. */
export interface Recovery {
  readonly build: string;
  readonly cache: string;
  readonly moment: string;
  /** Seconds until the service served the first good list. */
  readonly served: number;
  /** Seconds until all outlets were green again. */
  readonly shown: number;
}

export interface Requests {
  readonly build: string;
  readonly cache: string;
  /** Number of requests for the node list that reached the service. */
  readonly atOrigin: number;
  readonly conditional: number;
  /** Number of list requests that the host sent. */
  readonly sent: number;
}

export interface Walk {
  readonly samples: readonly Sample[];
  readonly recoveries: readonly Recovery[];
  readonly requests: readonly Requests[];
}

interface Walked {
  readonly build: string;
  readonly cache: string;
  readonly slug: string;
  readonly service: Service;
  readonly host: Host;
  /** The page that shows the deployment. `null` if none is open. */
  readonly page: Page | null;
}

export function isFalseGreen({ isGreen, outlet, trueAge }: Sample, lifetimeSeconds: number): boolean {
  const lifetime = outlet === 'status' ? pollSeconds : lifetimeSeconds;
  return isGreen && trueAge > lifetime + grace + slack;
}

interface ReadPage {
  readonly text: string;
  readonly isGreen: boolean;
  /**
   * Time on the page's own clock, epoch milliseconds; `NaN` until it is on screen. It stands still while the machine gives
   * the page no time.
   */
  readonly clock: number;
}

function readPage(page: Page): Promise<ReadPage> {
  return page.evaluate(() => {
    const clock = Date.parse(
      document.querySelector('header time.by-screen-clock')?.getAttribute('datetime') ?? '',
    );
    const table = document.querySelector('main [aria-rowcount]');
    const marks = [...(table?.querySelectorAll('[data-severity="ok"]') ?? [])];
    const isGreen = marks.some(
      (mark) => mark.closest('[data-freshness]')?.getAttribute('data-freshness') === 'fresh',
    );
    return { text: table?.textContent ?? '', isGreen, clock };
  });
}

type Readings = ReadonlyMap<string, number>;

function valuesOf(metrics: string, name: string, label: string): Readings {
  const line = new RegExp(`^${name}\\{([^}]*)\\} (\\d+)`, 'gm');
  return new Map(
    [...metrics.matchAll(line)].flatMap(([, labels = '', value]) => {
      const slug = /deployment="([^"]*)"/.exec(labels)?.[1];
      return slug !== undefined && labels.includes(label) ? [[slug, Number(value)] as const] : [];
    }),
  );
}

/**
 * Sends a request, and once more if it fails: the host may close a kept-alive connection just when it is
 * reused.
 */
async function get(url: string): Promise<Response> {
  return fetch(url).catch(() => fetch(url));
}

async function metricsOf(host: Host): Promise<string> {
  return (await get(`${host.url}/metrics`)).text();
}

/**
 * Reads the node list from the host's API. It counts as green if a viewer may use it, by RFC 9111 and within
 * L + 10 s.
 */
async function readApi({ host, slug }: Walked, lifetimeSeconds: number) {
  const response = await get(`${host.url}/deployments/${slug}${nodesPath}`);
  const text = await response.text();
  const age = Number(response.headers.get('age') ?? 0);
  const isMarked = response.headers.has('edgewatch-last-good');
  return { text, isGreen: response.ok && !isMarked && age <= lifetimeSeconds + grace };
}

/**
 * Samples all outlets of one cache. A sample has the time before it was read, so that a slow machine adds no
 * age.
 */
async function sampleOne(
  walked: Walked,
  metrics: { readonly nodes: Readings; readonly status: Readings; readonly at: number },
  moment: Moment,
  { lifetimeSeconds, outlets }: Plan,
): Promise<readonly Sample[]> {
  const { build, cache, slug, page, service } = walked;
  const sample = (outlet: Outlet, isGreen: boolean, madeAt: number | null, at: number): Sample => {
    const trueAge = madeAt === null ? 0 : (at - madeAt) / 1000;
    return { build, cache, moment, outlet, at, isGreen, trueAge };
  };
  const newestAt = service.newestAt();
  const samples = [
    sample('metrics', metrics.nodes.get(slug) === 1, newestAt, metrics.at),
    sample('status', metrics.status.get(slug) === 1, service.newestStatusAt(), metrics.at),
  ];
  if (page) {
    const at = Date.now();
    const { text, isGreen, clock } = await readPage(page);
    // A viewer sees that its clock stands still. The second of its clock has not ended yet.
    const until = Number.isNaN(clock) ? at : Math.min(at, clock + 1000);
    samples.push(sample('page', isGreen, madeAtIn(text), until));
  }
  if (outlets.includes('API')) {
    const at = Date.now();
    const api = await readApi(walked, lifetimeSeconds);
    samples.push(sample('API', api.isGreen, madeAtIn(api.text) ?? newestAt, at));
  }
  return samples;
}

async function sampleAll(all: readonly Walked[], moment: Moment, plan: Plan): Promise<readonly Sample[]> {
  const hosts = [...new Set(all.map(({ host }) => host))];
  const samples = hosts.map(async (host) => {
    const at = Date.now();
    const text = await metricsOf(host);
    const freshOf = (path: string) => valuesOf(text, 'edgewatch_endpoint_fresh', `"${path}"`);
    const metrics = { nodes: freshOf(nodesPath), status: freshOf(statusPath), at };
    const own = all.filter((walked) => walked.host === host);
    return (await Promise.all(own.map((walked) => sampleOne(walked, metrics, moment, plan)))).flat();
  });
  return (await Promise.all(samples)).flat();
}

interface Interval {
  readonly from: string;
  readonly to: string | null;
  readonly outcome: string;
}

function isInterval(value: unknown): value is Interval {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value && 'outcome' in value;
}

/**
 * Samples of the history at the times of the metrics samples. A sample is green if the history counts that
 * time as seen.
 */
async function historySamples({ host, slug, build, cache }: Walked, all: readonly Sample[]) {
  const own = all.filter(
    (sample) => sample.outlet === 'metrics' && sample.build === build && sample.cache === cache,
  );
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const iso = (time: number) => new Date(time).toISOString();
  const address = `${host.url}/history/${slug}/sight?from=${iso(first.at)}&to=${iso(last.at)}&endpoint=${nodesPath}`;
  const body: unknown = await (await get(address)).json();
  if (!isList(body)) throw new Error(`${address} answers no list.`);
  const seen = body.data.filter(isInterval).filter(({ outcome }) => outcome === 'seen');
  const covers = (at: number) =>
    seen.some(({ from, to }) => at >= Date.parse(from) && (to === null || at < Date.parse(to)));
  return own.map((sample): Sample => ({ ...sample, outlet: 'history', isGreen: covers(sample.at) }));
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

async function pass(all: readonly Walked[], moment: Moment, plan: Plan) {
  const services = new Map(all.map(({ service, cache }) => [service, cache]));
  await Promise.all([...services].map(([service, cache]) => moment.set(service, cache)));
  const began = Date.now();
  const samples: Sample[] = [];
  const shownAt = new Map<Walked, number>();
  const isOver = () =>
    Date.now() - began >= 1000 * moment.seconds || (moment.recovers && shownAt.size === all.length);
  while (!isOver()) {
    await pause(1000 * plan.sampleSeconds);
    const now = await sampleAll(all, moment, plan);
    samples.push(...now);
    for (const walked of moment.recovers ? all : []) {
      const own = now.filter(({ build, cache }) => build === walked.build && cache === walked.cache);
      const isBack = own.every(({ isGreen, trueAge, at }) => isGreen && at - 1000 * trueAge >= began);
      if (isBack && !shownAt.has(walked)) shownAt.set(walked, own.at(-1)?.at ?? Date.now());
    }
  }
  const seconds = (time: number | null | undefined) =>
    time === null || time === undefined
      ? Number.POSITIVE_INFINITY
      : Math.round(Math.max(0, time - began) / 1000);
  const recoveries = (moment.recovers ? all : []).map((walked): Recovery => {
    const { build, cache, service } = walked;
    return {
      build,
      cache,
      moment: moment.name,
      served: seconds(service.firstSince(began)),
      shown: seconds(shownAt.get(walked)),
    };
  });
  return { samples, recoveries };
}

/**
 * Counts the requests of all caches.
 *
 * @param all - one entry per cache and build. Each cache has its own service.
 */
async function requestsOf(all: readonly Walked[]): Promise<readonly Requests[]> {
  return Promise.all(
    all.map(async ({ build, cache, slug, host, service }) => {
      const nodes = service.origin.log.filter(({ path }) => path === nodesPath);
      const statuses = service.origin.log.filter(({ path }) => path.endsWith('/status')).length;
      const counter = valuesOf(await metricsOf(host), 'edgewatch_upstream_requests_total', '');
      return {
        build,
        cache,
        atOrigin: nodes.length,
        conditional: nodes.filter(({ headers }) => headers['if-none-match'] !== undefined).length,
        sent: (counter.get(slug) ?? Number.NaN) - statuses,
      };
    }),
  );
}

interface Behind {
  readonly program: CacheProgram;
  readonly service: Service;
  readonly cache: RunningCache;
}

async function startBuild(
  build: Build,
  behind: readonly Behind[],
  { outlets, programs, onPages = programs }: Plan,
  { context, info }: { readonly context: BrowserContext; readonly info: TestInfo },
): Promise<{ readonly host: Host; readonly walked: readonly Walked[] }> {
  const file = info.outputPath(`${build.name.replaceAll(/\W/g, '-')}.json`);
  const deployments = behind.map(({ program, cache }, index) => ({
    slug: `cache-${index}`,
    name: program.name,
    baseUrl: cache.url,
    ...cache.settings,
  }));
  await writeFile(file, JSON.stringify({ pollSeconds, limits: { timeoutSeconds: 4 }, deployments }));
  const host = await startHost(['--config', file, '--observe', 'all'], build.script);
  const walked = await Promise.all(
    behind.map(async ({ program, service }, index): Promise<Walked> => {
      const slug = `cache-${index}`;
      const hasPage = outlets.includes('page') && onPages.includes(program);
      const page = hasPage ? await context.newPage() : null;
      await page?.goto(`${host.url}/${slug}/nodes`);
      return { build: build.name, cache: program.name, slug, service, host, page };
    }),
  );
  return { host, walked };
}

/**
 * Runs all caches through all phases in parallel: one service per cache, and one host with its pages per
 * build.
 */
export async function walk(
  plan: Plan,
  { browser, info }: { readonly browser: Browser; readonly info: TestInfo },
): Promise<Walk> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  const behind: Behind[] = [];
  const hosts: Host[] = [];
  try {
    const starts = await Promise.allSettled(
      plan.programs.map(async (program, index) => {
        const service = await startService(plan.lifetimeSeconds, program.clockAheadSeconds);
        const cache = await program.start(Number(new URL(service.origin.url).port));
        behind[index] = { program, service, cache };
      }),
    );
    for (const started of starts) if (started.status === 'rejected') throw started.reason;
    const all: Walked[] = [];
    for (const build of plan.builds) {
      const { host, walked } = await startBuild(build, behind, plan, { context, info });
      hosts.push(host);
      all.push(...walked);
    }
    const samples: Sample[] = [];
    const recoveries: Recovery[] = [];
    for (const moment of plan.moments) {
      const passed = await pass(all, moment, plan);
      samples.push(...passed.samples);
      recoveries.push(...passed.recoveries);
    }
    const history = await Promise.all(all.map((walked) => historySamples(walked, samples)));
    return { samples: [...samples, ...history.flat()], recoveries, requests: await requestsOf(all) };
  } finally {
    await context.close();
    await Promise.all(hosts.map((host) => host.stop()));
    await Promise.all(behind.map(({ cache }) => cache.stop()));
    await Promise.all(behind.map(({ service }) => service.origin.close().catch(() => undefined)));
  }
}
