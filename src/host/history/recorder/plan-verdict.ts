/** Plans the verdict after a poll, as spans of a subject of its own (docs/understand/history.md). */

import { isSeverity, severityRank } from '#domain/severity/severity.ts';
import type { ReadVerdict } from '../reading.ts';
import type { Draft } from './draft.ts';
import { type ChangedBy, changeSpan } from './plan-spans.ts';

interface RecordedBy extends Omit<ChangedBy, 'rankOf'> {
  readonly early: Set<string>;
}

/**
 * An early verdict is recorded only while there is no other: after a restart the recorded one goes on until every
 * endpoint was polled.
 *
 * @param sentAt - when the last poll of this endpoint was sent, which still showed the verdict before; `null` if unknown.
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
  // Polls of two endpoints may arrive in another order than they ended: spans of one subject never go back.
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
