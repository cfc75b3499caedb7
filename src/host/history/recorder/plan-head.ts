/**
 * Plans what a response states besides its rows, so that the response of a past time can be written again
 * (docs/understand/history-api.md, part 10).
 */

import { headOccurrence } from '../rows.ts';
import type { Bounds } from './allowances.ts';
import type { Draft } from './draft.ts';
import type { ListPoll } from './plan-list.ts';

/** Characters of a head that are recorded whatever allowance is left. */
const shortHead = 100;

/**
 * Returns the maximum characters of a head. A service may order its components differently in each response: such
 * heads use at most half of the allowance, so that status words are not rolled up because of them.
 * @param left - allowance that the endpoint has left.
 */
export function mostOfHead(left: number, { most, characters }: Bounds): number {
  return left > most / 2 ? characters : shortHead;
}

/**
 * Plans the head of a response.
 * @param most - maximum characters. A longer head is recorded as not known (`null`).
 */
export function planHead(
  draft: Draft,
  head: string | null,
  { endpoint, past, seq, at, isAfterGap: blind }: ListPoll,
  most: number,
): void {
  const { present } = draft;
  const item = present.lists.head(endpoint);
  const before = item?.content ?? null;
  const body = head !== null && head.length <= most ? head : null;
  if (body === (before === null ? null : present.body(before))) return;
  const id = item?.id ?? draft.newHead();
  const content = body === null ? null : draft.content(body);
  draft.add({ table: 'item', id, endpoint, key: '', occurrence: headOccurrence, content, changedAt: at });
  if (past.lastAnswered === null) return;
  // Without `notBefore`, no response lists the entry as a change.
  draft.add({ table: 'log', endpoint, seq, item: id, at, notBefore: null, before, after: content, blind });
}
