/** Plans the verdict after a poll, as spans of a subject of its own (docs/understand/history.md). */

import { isSeverity, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { Draft } from './draft.ts';
import { type ChangedBy, changeSpan } from './plan-spans.ts';

/** @param sentAt - when the last poll of this endpoint was sent, which still showed the verdict before; `null` if unknown. */
export function planVerdict(
  draft: Draft,
  slug: string,
  severity: Severity,
  sentAt: number | null,
  by: Omit<ChangedBy, 'rankOf'>,
): void {
  const subject = draft.subject(slug, 'verdict', slug, 1);
  const word = draft.word(slug, 'verdict', { form: 'whole', text: severity }, {});
  const open = draft.present.open(subject);
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
