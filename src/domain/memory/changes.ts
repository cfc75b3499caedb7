/** What changed between two answers. */

/** What can be missed. */
export type ListedKind = 'component' | 'region' | 'node' | 'endpoint';

/** `status` is the word that a status document has for the whole. */
export type SubjectKind = ListedKind | 'status';

export interface Change {
  readonly at: number;
  readonly kind: 'state' | 'appeared' | 'gone' | 'contact-lost' | 'contact-restored';
  readonly subject: SubjectKind;
  /** Identity within its kind: name and occurrence, code, id or path. */
  readonly id: string;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Whether its name is what a deployment sent. */
export function hasOwnName({ subject }: Change): boolean {
  return subject !== 'status' && subject !== 'endpoint';
}

/** A subject's state word as sent; `null` where it was not. */
export interface Sight {
  readonly name: string;
  readonly word: string | null;
}

export type Sights = ReadonlyMap<string, Sight>;

/**
 * Changes between two complete sights of one kind of subject. Where `complete` is false a subject that is missing may
 * only have fallen off the end of a cut list, so nothing is said of it.
 */
export function changesBetween(
  subject: SubjectKind,
  before: Sights,
  after: Sights,
  at: number,
  complete: boolean,
): readonly Change[] {
  const changes: Change[] = [];
  for (const [id, { name, word }] of after) {
    const earlier = before.get(id);
    if (!earlier) {
      if (complete) changes.push({ at, kind: 'appeared', subject, id, name, from: null, to: word });
    } else if (earlier.word !== word) {
      changes.push({ at, kind: 'state', subject, id, name, from: earlier.word, to: word });
    }
  }
  if (complete) {
    for (const [id, { name, word }] of before)
      if (!after.has(id)) changes.push({ at, kind: 'gone', subject, id, name, from: word, to: null });
  }
  return changes;
}
