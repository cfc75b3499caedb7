/**
 * Colours of event sources. All charts of a page use one order of sources, so that a source has the same
 * colour in each.
 */

import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { eventFields } from '#contract/resources.ts';

const documented: readonly string[] = eventFields.source.observed;

/** Returns the sources in the order of their colours: documented ones, then others by first appearance. */
export function sourceOrder(
  readings: readonly VolumeReading[],
  listed: readonly (string | null)[],
): readonly string[] {
  const order = new Set(documented);
  for (const sources of [...readings.map(({ bySource }) => [...bySource.keys()]), listed])
    for (const source of sources.filter((each) => each !== null).toSorted()) order.add(source);
  return [...order];
}

/** Number of colours in the categorical palette. All further sources, and types without one, are grey. */
const colours = 8;

export function sourceColour(order: readonly string[], source: string | null): string {
  const index = source === null ? -1 : order.indexOf(source);
  return index < 0 || index >= colours ? 'var(--ctl)' : `var(--cat-${index + 1})`;
}
