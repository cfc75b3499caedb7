/** Deployments that specs share, named after what is special about them. */

import { observedComponents } from '#contract/resources.ts';
import { allPaths, type DoubleOptions } from '../servers/double.ts';

/** All ten endpoints, all 18 components the document observed, every one of them `operational`, and complete lists. */
export const allOperational = {
  offered: allPaths,
  status: 'operational',
  components: observedComponents.map((name) => ({ name, status: 'operational' })),
  defaultLimit: 100,
  maximumLimit: 1000,
} as const satisfies DoubleOptions;

const failing: readonly string[] = ['Cache', 'Edge Nodes', 'Edge Network'];

/** A major outage by the word of the document and of three components; regions and nodes have words of all kinds. */
export const inOutage = {
  ...allOperational,
  status: 'major_outage',
  components: observedComponents.map((name) => ({
    name,
    status: failing.includes(name) ? 'major_outage' : 'operational',
  })),
} as const satisfies DoubleOptions;

/** So many buckets in one answer. */
export function inOneAnswer(buckets: number): DoubleOptions {
  return { ...allOperational, sizes: { buckets }, defaultLimit: buckets + 1000, maximumLimit: buckets + 1000 };
}
