/**
 * Plans the span of the verdict after a poll. The verdict is a subject of its own
 * (docs/understand/history.md).
 */

import { isSeverity, severityRank } from '#domain/severity/severity.ts';
import type { ReadVerdict } from '../reading.ts';
import type { Draft } from './draft.ts';
import { type ChangedBy, changeSpan } from './plan-spans.ts';

interface RecordedBy extends Omit<ChangedBy, 'rankOf'> {
  readonly early: Set<string>;
}

/**
 * Plans the span of a verdict. A preliminary verdict (`isEarly`) never replaces a final one: after a restart
 * the recorded verdict goes on until every endpoint was polled.
 * @param sentAt - when the last poll of this endpoint, which still showed the verdict before, was sent, in
 * epoch milliseconds; `null` if unknown.
 */
export function planVerdict(
  draft: Draft,
  slug: string,
  { severity, isEarly }: ReadVerdict,
  sentAt: number | null,
  by: RecordedBy,
): void {
  const { early } = by;
  const subject = draft.subject(slug, 'verdict', slug, 1);
  const open = draft.present.open(subject);
  if (isEarly && open && !early.has(slug)) return;
  draft.afterwards.push(() => (isEarly ? early.add(slug) : early.delete(slug)));
  const word = draft.word(slug, 'verdict', { form: 'whole', text: severity }, {});
  if (open?.word === word) return;
  // Polls of two endpoints may arrive out of order, but the spans of one subject must not go back in time.
  const at = Math.max(by.at, open ? open.from + 1 : by.at);
  if (!open) {
    const { endpoint } = by;
    draft.add({ table: 'span', subject, from: at, notBefore: null, to: null, word, endpoint, folded: 0 });
    return;
  }
  const rankOf = (each: number) => {
    const text = draft.present.word(each)?.text;
    return isSeverity(text) ? severityRank[text] : each === word ? severityRank[severity] : 0;
  };
  changeSpan(draft, open, word, sentAt, { ...by, at, rankOf });
}
