/**
 * Follows contradictions over successive checks. A contradiction begins when two checks in succession find
 * it, and ends when two checks do not find it.
 */

import type { ContradictionCheck } from '../contradictions/checks.ts';
import type { Contradiction } from '../contradictions/contradictions.ts';
import { textOf } from '../sentences/clause.ts';
import type { Change } from './changes.ts';

interface Pending {
  readonly at: number;
  readonly notBefore: number | null;
}

export interface FollowedCheck {
  /** When the responses of the last check were confirmed, in epoch milliseconds. */
  readonly at: number;
  /** Time of the status poll of the last check. There is one check for each poll. */
  readonly readAt: number;
  /** Whether there was a complete check. Contradictions found by then are the baseline and no news. */
  readonly isKnown: boolean;
  readonly current: ReadonlyMap<string, Contradiction>;
  readonly starting: ReadonlyMap<string, Pending & { readonly contradiction: Contradiction }>;
  readonly ending: ReadonlyMap<string, Pending>;
}

/**
 * Maximum number of contradictions followed for each check: two versions of a long list may differ in every
 * row.
 */
const maximumFollowed = 1_000;

function changeOf(
  kind: 'contradicted' | 'contradiction-ended',
  contradiction: Contradiction,
  { at, notBefore }: Pending,
): Change {
  const { subject, name } = contradiction;
  const sentence = textOf(contradiction.sentence);
  return {
    at,
    kind,
    subject,
    id: `${contradiction.kind} ${contradiction.id}`,
    name: name ?? 'Overall status',
    region: contradiction.kind === 'region-nodes' ? name : null,
    from: kind === 'contradicted' ? null : sentence,
    to: kind === 'contradicted' ? sentence : null,
    contradiction,
    notBefore,
  };
}

/**
 * Updates the followed contradictions after a check.
 * @param readAt - time of the status poll
 * @returns the new state, and the contradictions that began or ended
 */
export function followCheck(
  before: FollowedCheck | undefined,
  check: ContradictionCheck,
  readAt: number,
): { readonly followed: FollowedCheck; readonly changes: readonly Change[] } {
  const found = new Map(check.found.slice(0, maximumFollowed).map((each) => [each.id, each]));
  const isComplete = check.isComplete && check.found.length <= maximumFollowed;
  const pending: Pending = { at: check.at, notBefore: before?.at ?? null };
  const current = new Map(before?.current);
  const started = new Map<string, Pending & { readonly contradiction: Contradiction }>();
  const ended = new Map<string, Pending>();
  const changes: Change[] = [];
  for (const [id, contradiction] of found) {
    const first = before?.starting.get(id);
    if (current.has(id) || !before?.isKnown) current.set(id, contradiction);
    else if (first) {
      current.set(id, contradiction);
      changes.push(changeOf('contradicted', first.contradiction, first));
    } else started.set(id, { ...pending, contradiction });
  }
  for (const [id, contradiction] of before?.current ?? []) {
    if (found.has(id)) continue;
    const first = before?.ending.get(id);
    if (first && isComplete) {
      current.delete(id);
      changes.push(changeOf('contradiction-ended', contradiction, first));
    } else if (isComplete) ended.set(id, pending);
  }
  const isKnown = isComplete || (before?.isKnown ?? false);
  return {
    followed: { at: check.at, readAt, isKnown, current, starting: started, ending: ended },
    changes,
  };
}
