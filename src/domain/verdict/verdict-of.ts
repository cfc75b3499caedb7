/** The verdict over a deployment: the one function that says it for every place that shows it (docs/understand/verdict.md). */

import type { VerdictSettings } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '../answer/answer.ts';
import type { Freshness } from '../answer/freshness.ts';
import type { WordOverrides } from '../severity/classify.ts';
import { inventoryOf } from './inventory-part.ts';
import { type Reach, withReach } from './reach.ts';
import type { InventoryReadings } from './tally.ts';
import { withVanished } from './vanished.ts';
import { type ComponentState, documentVerdict, type Verdict } from './verdict.ts';
import { withInventory } from './with-inventory.ts';

/** What a deployment's own configuration says of its verdict. */
export interface VerdictRules {
  readonly words: WordOverrides;
  readonly verdict?: VerdictSettings | undefined;
}

/** What is known of a deployment besides its status document. */
export interface VerdictInputs {
  /** Absent where nobody reads the lists. */
  readonly inventory?: InventoryReadings;
  /** Components that were listed and are not any more, unless somebody acknowledged that. */
  readonly vanished?: readonly ComponentState[];
  readonly reach?: Reach;
}

/** @param freshness - of the status feed, and so of the panel that shows the verdict. */
export function verdictOf(
  feed: Feed<StatusDocument>,
  freshness: Freshness,
  { words, verdict: settings }: VerdictRules,
  { inventory, vanished = [], reach }: VerdictInputs = {},
): Verdict {
  const listed = withVanished(documentVerdict(feed, freshness, words), vanished);
  const whole = inventory ? withInventory(listed, inventoryOf(inventory, words, settings)) : listed;
  return reach ? withReach(whole, reach) : whole;
}
