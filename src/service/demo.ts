/** Creates the demo: one simulated fleet, shown by four deployments. */

import { createServiceApp } from './app.ts';
import { loadFleet } from './demo/load.ts';
import { demoPlans } from './demo/plans.ts';
import { createSimulator, type Simulator, stepMilliseconds } from './demo/simulator.ts';
import { openLibsql } from './sql/libsql.ts';
import { openStore, type Store } from './store.ts';

export interface DemoDeployment {
  readonly slug: string;
  readonly name: string;
  fetch(request: Request): Response | Promise<Response>;
}

export interface Demo {
  readonly deployments: readonly DemoDeployment[];
  /** Start of the simulation in epoch milliseconds. */
  readonly startedAt: number;
  start(): void;
  close(): void;
}

export interface DemoOptions {
  readonly seed?: number;
  /** Factor for the numbers of buckets, assets, applications and event types. Default: 1. */
  readonly scale?: number;
  /** Clock in epoch milliseconds. Its first value is the start of the fleet. */
  readonly now?: () => number;
}

interface Built {
  readonly store: Store;
  readonly simulator: Simulator;
  readonly apps: ReadonlyMap<string, ReturnType<typeof createServiceApp>>;
}

async function build(seed: number, scale: number, start: number): Promise<Built> {
  const store = await openStore(openLibsql(':memory:'));
  const options = { seed, scale, start };
  await loadFleet(store, options);
  const apps = new Map(demoPlans.map((plan) => [plan.slug, createServiceApp({ store, ...plan })]));
  return { store, simulator: createSimulator(store, options), apps };
}

/** Builds the demo in memory. Requests wait until the fleet is loaded, a fraction of a second. */
export function createDemo({ seed = 1, scale = 1, now = Date.now }: DemoOptions = {}): Demo {
  const startedAt = now();
  const building = build(seed, scale, startedAt);
  let built: Built | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  const answer = ({ apps }: Built, slug: string, request: Request): Response | Promise<Response> => {
    const app = apps.get(slug);
    if (!app) throw new Error(`The demo has no deployment ${slug}.`);
    return app.fetch(request);
  };
  const ready = building.then((demo) => {
    built = demo;
    return demo;
  });
  return {
    startedAt,
    deployments: demoPlans.map(({ slug, name }) => ({
      slug,
      name,
      fetch: (request) =>
        built ? answer(built, slug, request) : ready.then((demo) => answer(demo, slug, request)),
    })),
    start: () => {
      timer ??= setInterval(() => {
        void ready.then(({ simulator }) => simulator.advance(now()));
      }, stepMilliseconds);
      timer.unref();
    },
    close: () => {
      if (timer) clearInterval(timer);
      timer = null;
      void ready.then(({ simulator, store }) => simulator.stop().then(() => store.close()));
    },
  };
}
