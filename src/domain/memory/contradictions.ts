/** Which contradictions began and ended: each once it was found, or missed, at two looks in a row. */

import type { Contradiction } from '../contradictions/contradictions.ts';
import { textOf } from '../text/clause.ts';
import type { Change } from './changes.ts';

/** What is held against each other; of versions for each resource by itself. */
export type Check = Exclude<Contradiction['kind'], 'versions'> | `versions ${'status' | 'region' | 'node'}`;

/** The check that found a contradiction. */
export function checkOf({ kind, id }: Contradiction): Check {
  if (kind !== 'versions') return kind;
  const resource = (['region', 'node'] as const).find((each) => id.startsWith(`${each} `));
  return `versions ${resource ?? 'status'}`;
}

/** What was found between answers all of which were fresh. */
export interface ContradictionLook {
  readonly check: Check;
  /** When the newest of the answers was had, epoch milliseconds. */
  readonly at: number;
  readonly found: readonly Contradiction[];
  /** Whether what was not found is not there: a list that is cut short proves no agreement. */
  readonly isWhole: boolean;
}

interface Pending {
  readonly at: number;
  readonly notBefore: number | null;
}

/** What is known of the contradictions that one check finds. */
export interface FollowedCheck {
  /** Of the last look, epoch milliseconds. */
  readonly at: number;
  /** The status reading at which that was: one look at each. */
  readonly readAt: number;
  /** Whether a whole look was there: what stood before is no news. */
  readonly isKnown: boolean;
  /** Those that hold, by identity. */
  readonly held: ReadonlyMap<string, Contradiction>;
  readonly begun: ReadonlyMap<string, Pending & { readonly contradiction: Contradiction }>;
  readonly ended: ReadonlyMap<string, Pending>;
}

/** Of one check: two versions of a long list may differ in every row. */
const mostFollowed = 1_000;

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
 * Takes in a look.
 *
 * @param readAt - the status reading at which it is made.
 * @returns what is known then, and what began or ended by it.
 */
export function followCheck(
  before: FollowedCheck | undefined,
  look: ContradictionLook,
  readAt: number,
): { readonly followed: FollowedCheck; readonly changes: readonly Change[] } {
  const found = new Map(look.found.slice(0, mostFollowed).map((each) => [each.id, each]));
  const isWhole = look.isWhole && look.found.length <= mostFollowed;
  const pending: Pending = { at: look.at, notBefore: before?.at ?? null };
  const held = new Map(before?.held);
  const begun = new Map<string, Pending & { readonly contradiction: Contradiction }>();
  const ended = new Map<string, Pending>();
  const changes: Change[] = [];
  for (const [id, contradiction] of found) {
    const first = before?.begun.get(id);
    if (held.has(id) || !before?.isKnown) held.set(id, contradiction);
    else if (first) {
      held.set(id, contradiction);
      changes.push(changeOf('contradicted', first.contradiction, first));
    } else begun.set(id, { ...pending, contradiction });
  }
  for (const [id, contradiction] of before?.held ?? []) {
    if (found.has(id)) continue;
    const first = before?.ended.get(id);
    if (first && isWhole) {
      held.delete(id);
      changes.push(changeOf('contradiction-ended', contradiction, first));
    } else if (isWhole) ended.set(id, pending);
  }
  const isKnown = isWhole || (before?.isKnown ?? false);
  return { followed: { at: look.at, readAt, isKnown, held, begun, ended }, changes };
}
