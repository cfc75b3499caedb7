/** What changed between two answers. */

import type { Contradiction } from '../contradictions/contradictions.ts';

/** What can be missed. */
export type ListedKind = 'component' | 'region' | 'node' | 'endpoint';

/** `status` is the word that a status document has for the whole. */
export type SubjectKind = ListedKind | 'status';

/** What a record follows as well. */
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
    // Of a record alone.
    | 'renamed'
    | 'scopes'
    | 'word'
    | 'unobserved';
  readonly subject: ChangedSubject;
  /** Identity within its kind: name and occurrence, code, id or path. */
  readonly id: string;
  readonly name: string;
  /** Code of the region that it is or lies in; `null` where it has none. */
  readonly region: string | null;
  /** Words of states; of what moved codes of regions, of a capacity its texts, of a contradiction its sentence. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether nothing of the deployment was seen to have this word before. */
  readonly isNewWord?: true;
  /** Whether it was listed before it was missed. */
  readonly isReturn?: true;
  /** Whether there is a time between the two sights in which nobody looked. */
  readonly isAfterGap?: true;
  /** How many changes are told as one, the worst of them. */
  readonly folded?: number;
  /** Of a contradiction that began or ended: that. */
  readonly contradiction?: Contradiction;
  /** When it was last seen otherwise, epoch milliseconds; `null` where it never was. */
  readonly notBefore: number | null;
}

/** Whether it tells which state a subject is in, or that it is in none. */
export function isOfState({ kind, contradiction }: Change): boolean {
  return kind !== 'moved' && kind !== 'capacity' && !contradiction;
}

/** What is kept apart, so that no kind of change pushes out another: states by their subjects, all else by what it is. */
export type ChangeRoom = ChangedSubject | 'moved' | 'capacity' | 'contradiction';

export function roomOf({ kind, subject, contradiction }: Change): ChangeRoom {
  if (contradiction) return 'contradiction';
  return kind === 'moved' || kind === 'capacity' ? kind : subject;
}

/** Whether its name is what a deployment sent. */
export function hasOwnName({ subject }: Change): boolean {
  return subject !== 'status' && subject !== 'endpoint';
}

/** A subject's state word as sent; `null` where it was not. */
export interface Sight {
  readonly name: string;
  readonly word: string | null;
  /** Code of the region that it lies in, where it gives one. */
  readonly region?: string | null;
  /** As advertised. */
  readonly capacity?: string | null;
}

export type Sights = ReadonlyMap<string, Sight>;

/** When each of two sights was had, epoch milliseconds. */
export interface Between {
  readonly notBefore: number;
  readonly at: number;
}

/** What may change beside the state. */
const aspects = [
  ['moved', 'region'],
  ['capacity', 'capacity'],
] as const satisfies readonly (readonly [Change['kind'], keyof Sight])[];

/**
 * Changes between two complete sights of one kind of subject. Where `complete` is false a subject that is missing may
 * only have fallen off the end of a cut list, so nothing is said of it.
 */
export function changesBetween(
  subject: SubjectKind,
  before: Sights,
  after: Sights,
  { notBefore, at }: Between,
  complete: boolean,
): readonly Change[] {
  const changes: Change[] = [];
  const tell = (
    id: string,
    { name, region = null }: Sight,
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
  for (const [id, sight] of after) {
    const earlier = before.get(id);
    if (!earlier) {
      if (complete) tell(id, sight, { kind: 'appeared', from: null, to: sight.word });
      continue;
    }
    if (earlier.word !== sight.word) tell(id, sight, { kind: 'state', from: earlier.word, to: sight.word });
    for (const [kind, field] of aspects) {
      const [from = null, to = null] = [earlier[field], sight[field]];
      // What was not sent is no other place, and no other size.
      if (from !== null && to !== null && from !== to) tell(id, sight, { kind, from, to });
    }
  }
  if (complete) {
    for (const [id, sight] of before)
      if (!after.has(id)) tell(id, sight, { kind: 'gone', from: sight.word, to: null });
  }
  return changes;
}
