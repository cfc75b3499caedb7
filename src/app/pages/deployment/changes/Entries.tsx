import { type ReactNode, useState } from 'react';
import type { Changes } from '#app/components/changes/use-changes.ts';
import { NoteEntry } from '#app/components/notes/NoteEntry.tsx';
import { useNotes } from '#app/queries/history/notes.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { Note } from '#contract/notes.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { Range } from '#domain/history/windows.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { formatDate, formatExact, plural } from '#domain/text/format.ts';
import { Entry, entryColumns } from './Entry.tsx';
import { type Line, lineOf, withNotes } from './lines.ts';
import { changesIn } from './tallies.ts';

/** Number of entries shown at first, and number that each click adds. */
const step = 100;
const onPaper = 1000;

interface Day {
  readonly date: string;
  readonly lines: readonly Line[];
}

function daysOf(lines: readonly Line[]): readonly Day[] {
  const days = new Map<string, Line[]>();
  for (const line of lines) {
    const date = formatDate(line.at);
    const own = days.get(date);
    if (own) own.push(line);
    else days.set(date, [line]);
  }
  return [...days].map(([date, own]) => ({ date, lines: own }));
}

export interface EntriesProps {
  readonly groups: readonly ChangeGroup[];
  readonly deployment: Deployment;
  readonly changes: Changes;
  /** Time whose notes stand among the entries; `null` for none. */
  readonly notesOf: Window | null;
  /** Range of the page: its notes are requested. */
  readonly range: Range;
  readonly more: ReactNode;
}

/** Leaves out a withdrawal after a moment, epoch milliseconds. */
function notWithdrawnAfter(note: Note, moment: number): Note {
  return note.withdrawn && Date.parse(note.withdrawn.at) > moment ? { ...note, withdrawn: null } : note;
}

/** Lists the entries of the change log by day, newest first, with the notes of people between them. */
export default function Entries({ groups, deployment, changes, notesOf, range, more }: EntriesProps) {
  const [wished, setRoom] = useState(step);
  const printing = usePrinting();
  const room = printing ? Math.max(onPaper, wished) : wished;
  const { value: read } = useNotes(deployment.slug, range, notesOf !== null);
  // A page of the past has no note that was written later.
  const known = useMoment() ?? Number.POSITIVE_INFINITY;
  const notes =
    notesOf && read
      ? read.data
          .filter(({ at, to }) => Date.parse(to) >= notesOf.from && Date.parse(at) <= known)
          .map((note) => notWithdrawnAfter(note, known))
      : [];
  const all = daysOf(groups.map(lineOf));
  // Notes older than the last shown entry follow with the next entries.
  const end = groups.length > room ? (groups[room - 1]?.at ?? 0) : 0;
  const shownNotes = notes.filter(({ from }) => Date.parse(from) >= end);
  const days = daysOf(withNotes(groups.slice(0, room), shownNotes));
  if (days.length === 0) return more;
  return (
    <>
      <div
        aria-hidden="true"
        className={`${entryColumns} border-b border-line-strong py-1 text-[12px] text-text-2 max-md:hidden`}
      >
        <span>UTC</span>
        <span />
        <span>{days[0]?.date}</span>
        <span>Together</span>
        <span className="text-right">Seen otherwise until</span>
        <span className="text-right">For</span>
      </div>
      {days.map(({ date, lines }, index) => (
        <section key={date} aria-label={date}>
          <h2
            className={`section-title border-b border-line-strong pt-3 pb-1 ${index === 0 ? 'md:hidden' : ''}`}
          >
            {date} <DayCounts day={all.find((day) => day.date === date)} />
          </h2>
          <ol aria-label={`Changes of ${date}`} className="m-0 list-none p-0">
            {lines.map(({ at, group, note }, position) =>
              group ? (
                <Entry
                  key={group.key}
                  group={group}
                  isSameMinute={minuteOf(lines[position - 1]?.at) === minuteOf(at)}
                  deployment={deployment}
                  changes={changes}
                />
              ) : (
                <NoteEntry key={`note ${note.id}`} slug={deployment.slug} note={note} columns={entryColumns} />
              ),
            )}
          </ol>
        </section>
      ))}
      {groups.length > room && (
        <button
          type="button"
          className="control no-print mt-3 max-md:min-h-11"
          onClick={() => setRoom(room + step)}
        >
          Show {formatExact(Math.min(step, groups.length - room))} more of {formatExact(groups.length)} entries
        </button>
      )}
      {groups.length <= room && more}
      {printing && groups.length > room && (
        <p>
          Printed: the newest {formatExact(room)} of {formatExact(groups.length)} entries. An export holds all
          of them.
        </p>
      )}
    </>
  );
}

function minuteOf(at: number | undefined): number | null {
  return at === undefined ? null : Math.floor(at / 60_000);
}

function DayCounts({ day }: { readonly day: Day | undefined }) {
  const groups = day?.lines.flatMap(({ group }) => group ?? []) ?? [];
  if (groups.length === 0) return null;
  return (
    <span className="caption ml-2 font-normal text-text-2">
      {plural(groups.length, 'entry', 'entries')}, {plural(changesIn(groups), 'change')}
    </span>
  );
}
