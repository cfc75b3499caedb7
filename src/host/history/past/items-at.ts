/** Reads the contents that list rows had at a past time, by undoing the log of their list. */

import { setImmediate } from 'node:timers/promises';
import type { ResponseContext } from '../responses/context.ts';
import type { ItemRow } from '../rows.ts';

/** A list row or a head, with its content at a past time. */
export interface PastItem {
  readonly key: string;
  readonly occurrence: number;
  /** Rarely changing fields, as JSON. */
  readonly body: string;
}

/** Number of rows that are read at once. The thread records polls in between. */
const rowsAtOnce = 500;

/** Runs work for parts of a list, with a pause after each part. */
export async function inParts<T>(
  all: readonly T[],
  work: (part: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- one part at a time, so that the thread has pauses
    await work(all.slice(from, from + rowsAtOnce));
    // oxlint-disable-next-line no-await-in-loop -- the pause
    if (from + rowsAtOnce < all.length) await setImmediate();
  }
}

/** Reads the content that an item had when it was looked up in memory. */
export async function presentBody(
  { known, store }: ResponseContext,
  content: number | null,
): Promise<string | null> {
  if (content === null) return null;
  // A poll may have changed the row since then. Only the file has the content in that case.
  return known.body(content) ?? (await store?.content(content))?.body ?? null;
}

/** Returns the items that were listed at `time`, in the order of `items`. */
export async function itemsAt(
  context: ResponseContext,
  items: readonly ItemRow[],
  time: number,
): Promise<readonly PastItem[]> {
  const found: PastItem[] = [];
  await inParts(items, async (part) => {
    const changed = part.filter(({ changedAt }) => changedAt > time).map(({ id }) => id);
    const earlier = await context.store?.contentsAt(changed, time);
    for (const { id, key, occurrence, content } of part) {
      const before = earlier?.get(id);
      // oxlint-disable-next-line no-await-in-loop -- nearly all contents are in memory
      const body = before === undefined ? await presentBody(context, content) : before;
      if (body !== null) found.push({ key, occurrence, body });
    }
  });
  return found;
}

/** Returns the head of an endpoint's responses at `time`; `null` if it is not recorded. */
export async function headAt(context: ResponseContext, endpoint: number, time: number): Promise<string | null> {
  const item = context.known.lists.head(endpoint);
  const [head] = item ? await itemsAt(context, [item], time) : [];
  return head?.body ?? null;
}
