/** Finds the notes about problems that still last: "known: …" on tiles and walls. */

import type { KnownNote, SubjectKind } from '#contract/history.ts';
import { isGood } from '#domain/severity/severity.ts';
import type { HistoryRequest } from '../responses/windowed.ts';
import { severityOfClass, WordClasses } from '../spans/classes.ts';
import type { Track } from '../spans/track.ts';
import { knownNote } from './note-entry.ts';
import type { NoteRow } from './note-row.ts';

/** Maximum number of notes that are searched, newest first. */
const mostNotes = 500;

/** Start of a problem. `notBefore`: when it was last seen otherwise, in epoch milliseconds; `null` if never. */
interface Start {
  readonly notBefore: number | null;
}

/** Finds the span with which the present problem of a subject began; `null` if its state is good. */
function problemStart(track: Track, classes: WordClasses): Start | null {
  let start: Start | null = null;
  for (let index = track.count - 1; index >= 0; index -= 1) {
    if (isGood(severityOfClass(classes.of(track.wordAt(index))))) break;
    start = track.at(index);
  }
  return start;
}

function nameOf(kind: SubjectKind, key: string, occurrence: number): string {
  return JSON.stringify([kind, key, occurrence]);
}

interface KnownNotes {
  /** Returns the newest note about a subject since its problem began, in the form of a response: `{}` without one. */
  of(subject: Subject, start: Start | null): { readonly known?: KnownNote };
  /** The same for a subject whose states are in a track. */
  inTrack(subject: Subject, track: Track): { readonly known?: KnownNote };
}

interface Subject {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
}

/** Reads the notes of a deployment that are not withdrawn and have a subject. */
export async function knownNotes({ context, deployment }: HistoryRequest): Promise<KnownNotes> {
  const rows =
    (await context.store?.notes({
      deployment: deployment.slug,
      between: { from: 0, to: Number.MAX_SAFE_INTEGER },
      kind: null,
      key: null,
      after: null,
      limit: mostNotes,
      isOpen: true,
    })) ?? [];
  const bySubject = new Map<string, NoteRow[]>();
  for (const row of rows) {
    const name = nameOf(row.kind ?? 'deployment', row.key ?? '', row.occurrence ?? 1);
    bySubject.set(name, [...(bySubject.get(name) ?? []), row]);
  }
  const classes = new WordClasses(context.known, deployment.words);
  const of: KnownNotes['of'] = ({ kind, key, occurrence }, start) => {
    const notes = start ? bySubject.get(nameOf(kind, key, occurrence)) : undefined;
    const newest = notes?.find(({ to }) => to >= (start?.notBefore ?? 0));
    return newest ? { known: knownNote(newest) } : {};
  };
  return {
    of,
    inTrack: (subject, track) => (rows.length === 0 ? {} : of(subject, problemStart(track, classes))),
  };
}
