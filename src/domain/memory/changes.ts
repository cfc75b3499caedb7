import type { Contradiction } from '../contradictions/contradictions.ts';

/** Kinds of subjects that can be missing from a list. */
export type ListedKind = 'component' | 'region' | 'node' | 'endpoint';

/** Kinds of subjects with a state. `status` is the status document's own status. */
export type SubjectKind = ListedKind | 'status';

/** Kinds of subjects in the log of changes, including those that only the history follows. */
export type ChangedSubject = SubjectKind | 'application' | 'event' | 'bucket';

export interface Change {
  readonly at: number;
  readonly kind:
    | 'state'
    | 'appeared'
    | 'gone'
    | 'moved'
    | 'capacity'
    | 'contradicted'
    | 'contradiction-ended'
    | 'contact-lost'
    | 'contact-restored'
    // The following kinds exist only in the history.
    | 'renamed'
    | 'scopes'
    | 'word'
    | 'unobserved';
  readonly subject: ChangedSubject;
  /** Identity within its kind: name and occurrence of a component, or code, id or path. */
  readonly id: string;
  readonly name: string;
  /** Code of the subject's region, or of the region itself; `null` if it has none. */
  readonly region: string | null;
  /**
   * Value before the change; `to` is the value after. Status words, region codes (moved), capacities, or the
   * sentence of a contradiction.
   */
  readonly from: string | null;
  readonly to: string | null;
  /** Present if the deployment never sent this status word before. */
  readonly isNewWord?: true;
  readonly isReturn?: true;
  readonly isAfterGap?: true;
  /** Number of changes rolled up into this change, which is the worst of them; absent for a single change. */
  readonly folded?: number;
  readonly contradiction?: Contradiction;
  /** When the previous value was last seen, in epoch milliseconds; `null` if never. */
  readonly notBefore: number | null;
}

/** Whether the change sets or ends the state of a subject. */
export function isOfState({ kind, contradiction }: Change): boolean {
  return kind !== 'moved' && kind !== 'capacity' && !contradiction;
}

/** Group of changes with its own storage limit, so that no kind of change displaces another. */
export type ChangeRoom = ChangedSubject | 'moved' | 'capacity' | 'contradiction';

export function roomOf({ kind, subject, contradiction }: Change): ChangeRoom {
  if (contradiction) return 'contradiction';
  return kind === 'moved' || kind === 'capacity' ? kind : subject;
}

export function hasOwnName({ subject }: Change): boolean {
  return subject !== 'status' && subject !== 'endpoint';
}

/** A subject as one response shows it. `word` is its status word as sent, or `null`. */
export interface SeenSubject {
  readonly name: string;
  readonly word: string | null;
  readonly region?: string | null;
  readonly capacity?: string | null;
}

export type SeenSubjects = ReadonlyMap<string, SeenSubject>;

/** Times of two successive responses, in epoch milliseconds. */
export interface Between {
  readonly notBefore: number;
  readonly at: number;
}

const aspects = [
  ['moved', 'region'],
  ['capacity', 'capacity'],
] as const satisfies readonly (readonly [Change['kind'], keyof SeenSubject])[];

/**
 * Finds the changes between two responses, for one kind of subject. If `complete` is false, an absent subject
 * may only be cut off a truncated list, so it is not reported as gone.
 */
export function changesBetween(
  subject: ChangedSubject,
  before: SeenSubjects,
  after: SeenSubjects,
  { notBefore, at }: Between,
  complete: boolean,
): readonly Change[] {
  const changes: Change[] = [];
  const add = (
    id: string,
    { name, region = null }: SeenSubject,
    { kind, from, to }: Pick<Change, 'kind' | 'from' | 'to'>,
  ) =>
    changes.push({
      at,
      kind,
      subject,
      id,
      name,
      region: subject === 'region' ? id : region,
      from,
      to,
      notBefore,
    });
  for (const [id, row] of after) {
    const earlier = before.get(id);
    if (!earlier) {
      if (complete) add(id, row, { kind: 'appeared', from: null, to: row.word });
      continue;
    }
    if (earlier.word !== row.word) add(id, row, { kind: 'state', from: earlier.word, to: row.word });
    for (const [kind, field] of aspects) {
      const [from = null, to = null] = [earlier[field], row[field]];
      // A value that was not sent is not a change.
      if (from !== null && to !== null && from !== to) add(id, row, { kind, from, to });
    }
  }
  if (complete) {
    for (const [id, sight] of before)
      if (!after.has(id)) add(id, sight, { kind: 'gone', from: sight.word, to: null });
  }
  return changes;
}
