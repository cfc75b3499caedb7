/** Deployments that several specs share. */

import { observedComponents } from '#contract/resources.ts';
import { allPaths, type DoubleOptions } from '../servers/double.ts';

/**
 * A deployment with all ten endpoints, all 18 documented components, everything `operational`, and complete
 * lists.
 */
export const allOperational = {
  offered: allPaths,
  status: 'operational',
  components: observedComponents.map((name) => ({ name, status: 'operational' })),
  defaultLimit: 100,
  maximumLimit: 1000,
} as const satisfies DoubleOptions;

const failing: readonly string[] = ['Cache', 'Edge Nodes', 'Edge Network'];

/**
 * A deployment with a major outage in its overall word and in three components. Its regions and nodes have
 * various words.
 */
export const inOutage = {
  ...allOperational,
  status: 'major_outage',
  components: observedComponents.map((name) => ({
    name,
    status: failing.includes(name) ? 'major_outage' : 'operational',
  })),
} as const satisfies DoubleOptions;

/** A deployment whose buckets all fit into one response. */
export function inOneAnswer(buckets: number): DoubleOptions {
  return { ...allOperational, sizes: { buckets }, defaultLimit: buckets + 1000, maximumLimit: buckets + 1000 };
}
