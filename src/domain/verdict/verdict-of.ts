/** Computes the verdict of a deployment, for all places that show it (docs/understand/verdict.md). */

import type { VerdictSettings } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '../answer/answer.ts';
import { type Freshness, freshnessThen } from '../answer/freshness.ts';
import type { WordOverrides } from '../severity/classify.ts';
import { inventoryOf } from './inventory-part.ts';
import { type Reach, withReach } from './reach.ts';
import type { InventoryReadings } from './tally.ts';
import { withVanished } from './vanished.ts';
import { type ComponentState, documentVerdict, type Verdict } from './verdict.ts';
import { withInventory } from './with-inventory.ts';

export interface VerdictRules {
  readonly words: WordOverrides;
  readonly verdict?: VerdictSettings | undefined;
}

export interface VerdictInputs {
  /** Tallies of regions and nodes; absent if the lists are not read. */
  readonly inventory?: InventoryReadings;
  readonly vanished?: readonly ComponentState[];
  readonly reach?: Reach;
}

/**
 * Computes the verdict of a deployment; by responses of the past, the verdict at their moment.
 * @param freshness - freshness of the status feed, and of the panel that shows the verdict
 */
export function verdictOf(
  feed: Feed<StatusDocument>,
  freshness: Freshness,
  { words, verdict: settings }: VerdictRules,
  { inventory, vanished = [], reach }: VerdictInputs = {},
): Verdict {
  const listed = withVanished(documentVerdict(feed, freshnessThen(feed, freshness), words), vanished);
  const whole = inventory ? withInventory(listed, inventoryOf(inventory, words, settings)) : listed;
  return reach ? withReach(whole, reach) : whole;
}
