/** A service with as many components, nodes and regions as ordered, for the benchmark of the observer. */

import { allPaths } from '../../e2e/servers/documented.ts';
import { startDouble } from '../../e2e/servers/double.ts';
import { answerMessages } from '../support/programs.ts';

export interface ObservedOrder {
  readonly components: number;
  readonly nodes: number;
  readonly regions: number;
  readonly others: number;
}

export interface ObservedAnswer {
  readonly origin: string;
  /** Number of requests since the last message to this process. */
  readonly requests: number;
}

let double: Awaited<ReturnType<typeof startDouble>> | null = null;
let counted = 0;

answerMessages(async ({ components, nodes, regions, others }: ObservedOrder): Promise<ObservedAnswer> => {
  double ??= await startDouble({
    offered: allPaths,
    status: 'operational',
    components: Array.from({ length: components }, (_, index) => ({
      name: `Component ${index}`,
      status: 'operational',
    })),
    sizes: { nodes, regions, buckets: others, assets: others, applications: others, events: others },
    defaultLimit: 10_000,
    maximumLimit: 10_000,
  });
  const requests = double.log.length - counted;
  counted = double.log.length;
  return { origin: double.url, requests };
});
