import { type ReactNode, useState } from 'react';
import type { Changes } from '#app/components/changes/use-changes.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { formatDate, formatExact, plural } from '#domain/text/format.ts';
import { Entry, entryColumns } from './Entry.tsx';
import { changesIn } from './tallies.ts';

/** Number of entries shown at first, and number that each click adds. */
const step = 100;
const onPaper = 1000;

interface Day {
  readonly date: string;
  readonly groups: readonly ChangeGroup[];
}

function daysOf(groups: readonly ChangeGroup[]): readonly Day[] {
  const days = new Map<string, ChangeGroup[]>();
  for (const group of groups) {
    const date = formatDate(group.at);
    const own = days.get(date);
    if (own) own.push(group);
    else days.set(date, [group]);
  }
  return [...days].map(([date, own]) => ({ date, groups: own }));
}

export interface EntriesProps {
  readonly groups: readonly ChangeGroup[];
  readonly deployment: Deployment;
  readonly changes: Changes;
  readonly more: ReactNode;
}

/** Lists the entries of the change log by day, newest first. */
export default function Entries({ groups, deployment, changes, more }: EntriesProps) {
  const [wished, setRoom] = useState(step);
  const printing = usePrinting();
  const room = printing ? Math.max(onPaper, wished) : wished;
  const all = daysOf(groups);
  const days = daysOf(groups.slice(0, room));
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
      {days.map(({ date, groups: own }, index) => (
        <section key={date} aria-label={date}>
          <h2
            className={`section-title border-b border-line-strong pt-3 pb-1 ${index === 0 ? 'md:hidden' : ''}`}
          >
            {date} <DayCounts day={all.find((day) => day.date === date)} />
          </h2>
          <ol aria-label={`Changes of ${date}`} className="m-0 list-none p-0">
            {own.map((group, position) => (
              <Entry
                key={group.key}
                group={group}
                isSameMinute={minuteOf(own[position - 1]) === minuteOf(group)}
                deployment={deployment}
                changes={changes}
              />
            ))}
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

function minuteOf(group: ChangeGroup | undefined): number | null {
  return group ? Math.floor(group.at / 60_000) : null;
}

function DayCounts({ day }: { readonly day: Day | undefined }) {
  if (!day) return null;
  return (
    <span className="caption ml-2 font-normal text-text-2">
      {plural(day.groups.length, 'entry', 'entries')}, {plural(changesIn(day.groups), 'change')}
    </span>
  );
}
