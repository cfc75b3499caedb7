/** Lines about the notes that people wrote. */

import type { Note } from '#contract/notes.ts';
import { type Clause, plain, sent } from '#domain/sentences/clause.ts';
import { type HandoverLine, type LineOptions, laterText, momentText, spanText } from './lines.ts';

function personClauses({ who, verified }: Pick<Note, 'who' | 'verified'>): readonly Clause[] {
  return [sent(who), ...(verified ? [] : [plain(' (name as typed)')])];
}

/** "23 Nov 2026 03:00:20 to 03:10:00, note by Ada about component API, written 03:12:00" */
export function noteLine(note: Note, { zone }: LineOptions): HandoverLine {
  const { kind, key, withdrawn, text, link } = note;
  const [at, from, to] = [Date.parse(note.at), Date.parse(note.from), Date.parse(note.to)];
  const when = from === to ? momentText(from, zone) : spanText(from, to, zone);
  return {
    subjects: [],
    severity: null,
    clauses: [
      plain(`${when}, ${withdrawn ? 'withdrawn note' : 'note'} by `),
      ...personClauses(note),
      ...(kind === null || key === null ? [] : [plain(` about ${kind} `), sent(key)]),
      ...(at === from ? [] : [plain(`, written ${laterText(at, from, zone)}`)]),
    ],
    note: {
      text,
      link,
      withdrawal: withdrawn && {
        clauses: [
          plain('Withdrawn by '),
          ...personClauses(withdrawn),
          plain(` ${laterText(Date.parse(withdrawn.at), from, zone)}`),
        ],
        reason: withdrawn.reason,
      },
    },
  };
}
