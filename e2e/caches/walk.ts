/** Walks real caches through outages of their origin and records what the product said at each moment. */

import { writeFile } from 'node:fs/promises';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { type Double, type Override, startDouble } from '../servers/double.ts';
import { type Host, startHost } from '../support/host.ts';
import type { CacheProgram, RunningCache } from './programs.ts';

export const nodesPath = '/api/v2/nodes';
/** L of the walked list, seconds: the shortest that a page polls by. */
export const lifetimeSeconds = 5;
const grace = 10;
/** Seconds between two readings of the status. */
const pollSeconds = 2;
/** Seconds that a sample may take, and the cut of `Age` and `Date` to whole seconds. */
const slack = 4;

/** What the origin does at a moment of the walk. */
export interface Moment {
  readonly name: string;
  /** Seconds; a moment of recovery ends as soon as everything is fresh again. */
  readonly seconds: number;
  readonly recovers?: true;
  readonly set: (service: Service) => Promise<void>;
}

/** A service whose nodes the walk can spoil and mend. */
interface Service {
  readonly origin: Double;
  /** Back to a service that accepts connections and answers well. */
  readonly well: () => Promise<void>;
  /** Epoch milliseconds at which it last made a node. */
  readonly newestAt: () => number;
}

async function startService(): Promise<Service> {
  const origin = await startDouble({ offered, status: 'operational', sizes: { nodes: 1 }, mixed: false });
  let newest = 0;
  const well = async () => {
    origin.clear();
    origin.set(
      nodesPath,
      wellNodes((time) => {
        newest = time;
      }),
    );
    await origin.accept().catch(() => undefined);
  };
  await well();
  return { origin, well, newestAt: () => newest };
}

/** One look at one deployment. Times are epoch milliseconds. */
export interface Sample {
  readonly cache: string;
  readonly moment: string;
  readonly at: number;
  /** When the node that the page shows was made; `null` before the first. */
  readonly madeAt: number | null;
  /** When the origin last made one: nobody can know of a newer state. */
  readonly newestAt: number;
  readonly pageGreen: boolean;
  readonly metricFresh: boolean;
}

/** The node's id holds the time at which the origin made it: the truth, which nothing of the product knows. */
function stampedId(time: number): string {
  return `nod_${time.toString(36).padStart(14, '0')}`;
}

function madeAtOf(id: string): number {
  return Number.parseInt(id.slice('nod_'.length), 36);
}

interface List {
  readonly data: readonly object[];
}

function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/** A list with one node, made anew for each request, with an `ETag` that never changes. */
function wellNodes(onMade: (time: number) => void): Override {
  return {
    headers: { 'cache-control': `public, max-age=${lifetimeSeconds}`, etag: '"same"' },
    edit: (body) => {
      if (!isList(body)) return body;
      const [first] = body.data;
      const time = Date.now();
      onMade(time);
      return {
        ...body,
        data: [{ ...first, id: stampedId(time), status: 'operational' }],
        pagination: { limit: 100, count: 1, has_more: false },
      };
    },
  };
}

const offered = ['/api/v2/status', nodesPath, '/api/v2/regions'];

/** Outages in turn, each followed by a recovery. The short form holds the two that differ most. */
export function moments(troubleSeconds: number, isWhole: boolean): readonly Moment[] {
  const trouble = (name: string, set: Moment['set']): Moment => ({ name, seconds: troubleSeconds, set });
  const back: Moment = { name: 'back', seconds: 70, recovers: true, set: ({ well }) => well() };
  const all = (origin: Double, override: Override) => {
    for (const path of offered) origin.set(path, override);
  };
  const kept503 = {
    status: 503,
    body: '{}',
    headers: { 'retry-after': '2', 'cache-control': 'public, max-age=5' },
  };
  const outages = [
    trouble('nodes answer 500', async ({ origin }) => origin.set(nodesPath, { status: 500, body: '{}' })),
    trouble('everything is refused', ({ origin }) => origin.refuse()),
    trouble('nodes answer 503 with a lifetime', async ({ origin }) => origin.set(nodesPath, kept503)),
    trouble('nodes hang', async ({ origin }) => origin.set(nodesPath, { hold: true })),
    trouble('everything answers 500', async ({ origin }) => all(origin, { status: 500, body: '{}' })),
  ];
  return [
    { name: 'well', seconds: 12, set: ({ well }) => well() },
    ...outages.slice(0, isWhole ? outages.length : 2).flatMap((outage) => [outage, back]),
  ];
}

interface Walked {
  readonly name: string;
  readonly slug: string;
  readonly service: Service;
  readonly cache: RunningCache;
  readonly page: Page;
}

export interface Walk {
  readonly samples: readonly Sample[];
  /** Seconds until everything was fresh again after each outage, by cache. */
  readonly recoveries: ReadonlyMap<string, readonly number[]>;
  /** Samples at which the history counts time as observed although the list was too old, by cache. */
  readonly historyFaults: ReadonlyMap<string, number>;
}

function isTooOld(at: number, madeAt: number): boolean {
  return at - madeAt > 1000 * (lifetimeSeconds + grace + slack);
}

/** Whether the page, or the metrics, call a list fresh that cannot be. */
export function falseGreen({
  at,
  madeAt,
  newestAt,
  pageGreen,
  metricFresh,
}: Sample): 'page' | 'metrics' | null {
  if (pageGreen && madeAt !== null && isTooOld(at, madeAt)) return 'page';
  return metricFresh && isTooOld(at, newestAt) ? 'metrics' : null;
}

async function look(page: Page): Promise<{ readonly id: string | null; readonly green: boolean }> {
  return page.evaluate(() => {
    const table = document.querySelector('main [aria-rowcount]');
    const text = /nod_[0-9a-z]{14}/.exec(table?.textContent ?? '');
    const marks = [...(table?.querySelectorAll('[data-severity="ok"]') ?? [])];
    const green = marks.some(
      (mark) => mark.closest('[data-freshness]')?.getAttribute('data-freshness') === 'fresh',
    );
    return { id: text?.[0] ?? null, green };
  });
}

async function metricsOf(host: Host): Promise<ReadonlyMap<string, boolean>> {
  const text = await (await fetch(`${host.url}/metrics`)).text();
  const line = /^edgewatch_endpoint_fresh\{([^}]*)\} (\d)/gm;
  return new Map(
    [...text.matchAll(line)].flatMap(([, labels = '', value]) => {
      const slug = /deployment="([^"]*)"/.exec(labels)?.[1];
      return slug !== undefined && labels.includes(`endpoint="${nodesPath}"`)
        ? [[slug, value === '1'] as const]
        : [];
    }),
  );
}

async function sampleAll(host: Host, walked: readonly Walked[], moment: string): Promise<readonly Sample[]> {
  const fresh = await metricsOf(host);
  return Promise.all(
    walked.map(async ({ name, slug, page, service }) => {
      const { id, green } = await look(page);
      return {
        cache: name,
        moment,
        at: Date.now(),
        madeAt: id === null ? null : madeAtOf(id),
        newestAt: service.newestAt(),
        pageGreen: green,
        metricFresh: fresh.get(slug) ?? false,
      };
    }),
  );
}

interface Interval {
  readonly from: string;
  readonly to: string | null;
  readonly outcome: string;
}

function isInterval(value: unknown): value is Interval {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value && 'outcome' in value;
}

/** Samples of a cache that lie in a seen interval of the history although the list was too old then. */
async function historyFaultsOf(host: Host, slug: string, samples: readonly Sample[]): Promise<number> {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return 0;
  const iso = (time: number) => new Date(time).toISOString();
  const address = `${host.url}/history/${slug}/sight?from=${iso(first.at)}&to=${iso(last.at)}&endpoint=${nodesPath}`;
  const body: unknown = await (await fetch(address)).json();
  if (!isList(body)) throw new Error(`${address} answers no list.`);
  const seen = body.data.filter(isInterval).filter(({ outcome }) => outcome === 'seen');
  const covers = (at: number) =>
    seen.some(({ from, to }) => at >= Date.parse(from) && (to === null || at < Date.parse(to)));
  return samples.filter(({ at, newestAt }) => isTooOld(at, newestAt) && covers(at)).length;
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Runs all caches through all moments side by side, with one host and a page for each. */
export async function walk(
  programs: readonly CacheProgram[],
  script: readonly Moment[],
  { browser, info }: { readonly browser: Browser; readonly info: TestInfo },
): Promise<Walk> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  const started: { readonly service: Service; readonly cache: RunningCache }[] = [];
  let host: Host | null = null;
  try {
    for (const program of programs) {
      const service = await startService();
      started.push({ service, cache: await program.start(Number(new URL(service.origin.url).port)) });
    }
    const file = info.outputPath('edgewatch.json');
    await writeFile(
      file,
      JSON.stringify({
        pollSeconds,
        limits: { timeoutSeconds: 4 },
        deployments: programs.map(({ name }, index) => ({
          slug: `cache-${index}`,
          name,
          baseUrl: started[index]?.cache.url,
        })),
      }),
    );
    host = await startHost(['--config', file, '--observe', 'all']);
    const { url } = host;
    const walked = await Promise.all(
      started.map(async ({ service, cache }, index): Promise<Walked> => {
        const slug = `cache-${index}`;
        const page = await context.newPage();
        await page.goto(`${url}/${slug}/nodes`);
        return { name: programs[index]?.name ?? '', slug, service, cache, page };
      }),
    );
    const samples: Sample[] = [];
    const recoveries = new Map<string, number[]>(programs.map(({ name }) => [name, []]));
    for (const { name, seconds, recovers = false, set } of script) {
      await Promise.all(walked.map(({ service }) => set(service)));
      const began = Date.now();
      const recovered = new Set<string>();
      const isOver = () =>
        Date.now() - began >= 1000 * seconds || (recovers && recovered.size === walked.length);
      while (!isOver()) {
        await pause(1_000);
        const now = await sampleAll(host, walked, name);
        samples.push(...now);
        if (!recovers) continue;
        for (const sample of now) {
          const isBack = sample.pageGreen && sample.metricFresh && (sample.madeAt ?? 0) >= began;
          if (!isBack || recovered.has(sample.cache)) continue;
          recovered.add(sample.cache);
          recoveries.get(sample.cache)?.push(Math.round((sample.at - began) / 1000));
        }
      }
      if (recovers)
        for (const { name: cache } of walked)
          if (!recovered.has(cache)) recoveries.get(cache)?.push(Number.POSITIVE_INFINITY);
    }
    const historyFaults = new Map<string, number>();
    for (const { name, slug } of walked)
      historyFaults.set(
        name,
        await historyFaultsOf(
          host,
          slug,
          samples.filter(({ cache }) => cache === name),
        ),
      );
    return { samples, recoveries, historyFaults };
  } finally {
    await context.close();
    await host?.stop();
    await Promise.all(started.map(({ cache }) => cache.stop()));
    await Promise.all(started.map(({ service }) => service.origin.close().catch(() => undefined)));
  }
}

/** One line per cache: seconds of false green of page, metrics and history, and seconds until each recovery. */
export function tableOf({ samples, recoveries, historyFaults }: Walk, names: readonly string[]): string {
  const rows = names.map((name) => {
    const own = samples.filter(({ cache }) => cache === name);
    const oldest = Math.max(0, ...own.map(({ at, madeAt }) => (madeAt === null ? 0 : (at - madeAt) / 1000)));
    return [
      name,
      `${Math.round(oldest)} s`,
      String(own.filter((sample) => falseGreen(sample) === 'page').length),
      String(own.filter((sample) => falseGreen(sample) === 'metrics').length),
      String(historyFaults.get(name) ?? 0),
      (recoveries.get(name) ?? []).map((seconds) => `${seconds}`).join(' '),
    ];
  });
  const head = ['Cache', 'Oldest copy', 'False green: page', 'metrics', 'history', 'Seconds to recover'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
