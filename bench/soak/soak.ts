/** Runs weeks of a wall in minutes: the real host and page, under controlled clocks. */

import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { startFaultServer } from '../../e2e/servers/faults/server.ts';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { median } from '../support/statistics.ts';
import { type HeldClock, holdClock } from './clock.ts';
import type { Passing } from './host.ts';
import { createFaultMix } from './mix.ts';

export interface Place {
  readonly program: string;
  readonly programs: string;
  /** Scratch folder of the run, removed after it. */
  readonly folder: string;
}

export interface Sample {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly timers: number;
}

export interface Measured extends Sample {
  readonly cycles: number;
}

export interface Plan {
  readonly leaps: number;
  readonly marks: readonly number[];
  /**
   * Number of samples per measurement; their median counts. Each is taken when the inventory of one
   * deployment is shown, because without faults that scene always looks the same.
   */
  readonly samples: number;
  /** Seconds per scene: a multiple of a cycle, so that all samples see a scene of the same age. */
  readonly sceneSeconds: number;
}

export interface Soaked {
  readonly measured: readonly Measured[];
  readonly requests: number;
  readonly faults: number;
  /** Scene → number of times that it was shown. */
  readonly turns: ReadonlyMap<string, number>;
  /** Errors of the page, and unexpected reloads. */
  readonly complaints: readonly string[];
}

/** The shortest poll interval, seconds. It is also the length of a cycle. */
export const pollSeconds = 2;
/**
 * Number of leaps of time after which stored data stops growing. A page stores a bounded amount by design.
 * Each leap is longer than every lifetime, so each endpoint is polled once and a coverage gap follows.
 */
export const fillingLeaps = 1_100;
const leapSeconds = 1_260;
const sampled = 'faults';
const largestBody = 256 * 1024;
const start = Date.UTC(2026, 2, 1, 12);

interface SteadyHost {
  readonly url: string;
  pass(passing: Passing): Promise<void>;
  stop(): void;
}

async function startHost({ program, programs, folder }: Place, upstream: string): Promise<SteadyHost> {
  const config = join(folder, 'soak.json');
  await writeFile(config, JSON.stringify({ pollSeconds, limits: { maximumBodyBytes: largestBody } }));
  const args = [program, String(start), '--port', '0', '--demo', '--config', config];
  const child = fork(join(programs, 'host.js'), [...args, '--base-url', `${sampled}=${upstream}`], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}.`)));
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const [, address] = /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  return {
    url,
    stop,
    pass: (passing) =>
      new Promise((resolve) => {
        child.once('message', () => resolve());
        child.send(passing);
      }),
  };
}

interface HeldPage {
  readonly clock: HeldClock;
  requests: number;
  pass(passing: Passing): Promise<string | null>;
}

declare global {
  var soak: HeldPage;
}

/** Installs the controlled clock in the page before its own scripts run. It uses nothing outside itself. */
function holdPage(hold: typeof holdClock, from: number): void {
  const { fetch: ask, setTimeout: wait } = globalThis;
  let open = 0;
  let started = 0;
  let awaited = 0;
  let onQuiet: () => void = () => undefined;
  /**
   * Resolves when no request is open. The clock stands still meanwhile. It does not wait long for requests
   * that hang.
   */
  const quiet = async () => {
    if (open === 0 || started === awaited) return;
    awaited = started;
    await new Promise<void>((resolve) => {
      onQuiet = resolve;
      wait(resolve, 30);
    });
  };
  const clock = hold(from, quiet);
  globalThis.fetch = async (input, options) => {
    open += 1;
    started += 1;
    const address = input instanceof Request ? input.url : input.toString();
    if (address.endsWith('/status')) globalThis.soak.requests += 1;
    try {
      return await ask(input, options);
    } finally {
      open -= 1;
      // The body follows the response, so wait a moment longer.
      if (open === 0) wait(onQuiet, 1);
    }
  };
  globalThis.soak = {
    clock,
    requests: 0,
    async pass({ how, milliseconds }) {
      await clock[how](milliseconds);
      return document.querySelector('main')?.getAttribute('data-scene') ?? null;
    },
  };
}

async function take(page: Page, devtools: CDPSession): Promise<Sample> {
  // Collects garbage twice: the first collection may release objects that only the second one finds.
  for (let round = 0; round < 2; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    heapBytes: usedSize,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    timers: await page.evaluate(() => globalThis.soak.clock.timers()),
  };
}

/** Name of the deployment on screen, or its slug if it has no name. */
function shownDeployment(page: Page): Promise<string | null> {
  return page.locator('.wall-name').first().textContent();
}

function medianOf(taken: readonly Sample[]): Sample {
  const of = (name: keyof Sample) => median(taken.map((each) => each[name]));
  return { heapBytes: of('heapBytes'), nodes: of('nodes'), listeners: of('listeners'), timers: of('timers') };
}

/**
 * Runs a wall with two deployments: the demo with its incidents, and a fault server that goes through all
 * modes.
 */
export async function soak(
  place: Place,
  { leaps, marks, samples, sceneSeconds }: Plan,
  progress: (cycles: number) => void,
): Promise<Soaked> {
  const faults = await startFaultServer({ bodyLimit: largestBody });
  const mix = createFaultMix(faults);
  const host = await startHost(place, faults.url);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('crash', () => complaints.push('The page crashed.'));
    await page.addInitScript({ content: `(${holdPage.toString()})(${holdClock.toString()}, ${start})` });
    await page.goto(`${host.url}/wall?deployments=everything,${sampled}&seconds=${sceneSeconds}`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');

    let time = start;
    let scene: string | null = null;
    const turns = new Map<string, number>();
    let cycles = 0;
    const pass = async (how: Passing['how'], seconds: number) => {
      const passing = { how, milliseconds: seconds * 1000 };
      time += passing.milliseconds;
      faults.setClock(time);
      await host.pass(passing);
      const before = scene;
      scene = await page.evaluate((each) => globalThis.soak.pass(each), passing);
      if (scene === null || scene === before) return false;
      turns.set(scene, (turns.get(scene) ?? 0) + 1);
      return true;
    };
    const cycle = async () => {
      // Animations between scenes take real time. Every hundredth cycle has them, which is enough to find
      // leaks.
      if (cycles % 100 === 0) await page.emulateMedia({ reducedMotion: 'no-preference' });
      if (cycles % 100 === 10) await page.emulateMedia({ reducedMotion: 'reduce' });
      cycles += 1;
      if (cycles % 100 === 0) progress(cycles);
      return pass('advance', pollSeconds);
    };
    for (let leap = 0; leap < leaps; leap += 1) await pass('leap', leapSeconds);
    const measured: Measured[] = [];
    let lived = 0;
    for (const mark of marks) {
      for (; lived < mark; lived += 1) {
        await mix.pass();
        await cycle();
      }
      // Ends the faults before the measurement, because a fault on screen would count as growth.
      await mix.end();
      await pass('leap', leapSeconds);
      const taken: Sample[] = [];
      while (taken.length < samples)
        if ((await cycle()) && scene === 'inventory' && (await shownDeployment(page)) === sampled) {
          // React keeps the previous scene in memory until the next render.
          await cycle();
          taken.push(await take(page, devtools));
        }
      measured.push({ cycles: mark, ...medianOf(taken) });
    }
    if ((await page.evaluate(() => globalThis.soak.clock.now())) !== time)
      complaints.push('The page was loaded anew.');
    return {
      measured,
      requests: await page.evaluate(() => globalThis.soak.requests),
      faults: mix.count(),
      turns,
      complaints,
    };
  } finally {
    await browser.close();
    host.stop();
    await faults.close();
  }
}
