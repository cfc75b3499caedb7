/** The deployments of the demo. Each shows a part of the fleet. */

import { type EndpointPath, endpointPaths } from '#contract/endpoints.ts';
import { observedComponents } from '#contract/resources.ts';
import { statusWords } from '../choices.ts';

export interface Ongoing {
  readonly name: string;
  readonly word: string;
  /** Minutes for which the problem has lasted at the start of the demo. */
  readonly minutes: number;
}

export interface DemoPlan {
  readonly slug: string;
  readonly name: string;
  readonly city: string;
  readonly offered: readonly EndpointPath[];
  readonly components: readonly string[];
  /**
   * Problems in this deployment only, independent of the incident script. With them the first overview is
   * never all green.
   */
  readonly ongoing: readonly Ongoing[];
}

/** The deployments of the demo, in display order. The host serves the first one at its root as well. */
export const demoPlans: readonly DemoPlan[] = [
  {
    slug: 'everything',
    name: 'Everything',
    city: 'Frankfurt',
    offered: endpointPaths,
    components: observedComponents,
    ongoing: [],
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
    ongoing: [],
  },
  {
    slug: 'edge',
    name: 'Edge network',
    city: 'Singapore',
    offered: ['/api/v1/assets', '/api/v1/regions', '/api/v1/nodes', '/api/v1/status'],
    components: ['Edge Network', 'Edge Nodes', 'Cache', 'Origin Shield', 'Routing', 'Telemetry'],
    ongoing: [{ name: 'Telemetry', word: statusWords.maintenance, minutes: 124 }],
  },
  {
    slug: 'platform',
    name: 'Platform',
    city: 'Stockholm',
    offered: ['/api/v1/applications', '/api/v1/events', '/api/v1/status'],
    components: ['API', 'Authentication', 'Webhooks', 'Usage Reporting', 'Control API'],
    ongoing: [{ name: 'Webhooks', word: statusWords.degraded, minutes: 38 }],
  },
];
