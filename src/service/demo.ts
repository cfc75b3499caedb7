/** The demo: one living fleet, shown by four deployments. */

import { type EndpointPath, endpointPaths } from '#contract/endpoints.ts';
import { observedComponents } from '#contract/resources.ts';
import { createServiceApp } from './app.ts';
import { loadFleet } from './demo/load.ts';
import { createSimulator, type Simulator, stepMilliseconds } from './demo/simulator.ts';
import { openLibsql } from './sql/libsql.ts';
import { openStore, type Store } from './store.ts';

export interface DemoDeployment {
  readonly slug: string;
  readonly name: string;
  /** Answers a request whose path starts at `/api/`. */
  fetch(request: Request): Response | Promise<Response>;
}

export interface Demo {
  readonly deployments: readonly DemoDeployment[];
  /** Lets the fleet move from now on. */
  start(): void;
  /** Stops it and lets the memory go. */
  close(): void;
}

interface DeploymentPlan {
  readonly slug: string;
  readonly name: string;
  readonly city: string;
  readonly offered: readonly EndpointPath[];
  readonly components: readonly string[];
}

/** In the order in which they are shown; the host answers for the first one at its root as well. */
const plans: readonly DeploymentPlan[] = [
  {
    slug: 'everything',
    name: 'Everything',
    city: 'Frankfurt',
    offered: endpointPaths,
    components: observedComponents,
  },
  {
    slug: 'storage',
    name: 'Object storage',
    city: 'Amsterdam',
    offered: ['/api/v2/buckets', '/api/v2/regions', '/api/v2/nodes', '/api/v2/status'],
    components: [
      'API',
      'Object Store',
      'Storage',
      'Replication',
      'Lifecycle',
      'Query Engine',
      'Ingest',
      'Export',
    ],
  },
  {
    slug: 'edge',
    name: 'Edge network',
    city: 'Singapore',
    offered: ['/api/v1/assets', '/api/v1/regions', '/api/v1/nodes', '/api/v1/status'],
    components: ['Edge Network', 'Edge Nodes', 'Cache', 'Origin Shield', 'Routing', 'Telemetry'],
  },
  {
    slug: 'platform',
    name: 'Platform',
    city: 'Stockholm',
    offered: ['/api/v1/applications', '/api/v1/events', '/api/v1/status'],
    components: ['API', 'Authentication', 'Webhooks', 'Usage Reporting', 'Control API'],
  },
];

export interface DemoOptions {
  /** Equal seeds make equal fleets. */
  readonly seed?: number;
  /** Multiplies buckets, assets, applications and event types. */
  readonly scale?: number;
  /** Clock, epoch milliseconds; what it says first is the fleet's start. */
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
  const apps = new Map(plans.map((plan) => [plan.slug, createServiceApp({ store, ...plan })]));
  return { store, simulator: createSimulator(store, options), apps };
}

/** Makes the demo in memory. Requests wait until the fleet is there, a fraction of a second. */
export function createDemo({ seed = 1, scale = 1, now = Date.now }: DemoOptions = {}): Demo {
  const building = build(seed, scale, now());
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
    deployments: plans.map(({ slug, name }) => ({
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
