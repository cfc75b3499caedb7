import { useState } from 'react';
import { Link } from 'react-router';
import { StaleAge } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState } from '#app/components/freshness/Panel.tsx';
import { RangeControl } from '#app/components/history/RangeControl.tsx';
import type { NoteFormProps } from '#app/components/notes/NoteForm.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { writesNotes } from '#app/delivered/config.ts';
import { ExportMenu } from '#app/table/export/ExportMenu.tsx';
import { baseUrlOf } from '#app/table/export/file.ts';
import { lazyOnIdle } from '#app/ui/loading/lazy-on-idle.ts';
import { lazyPart, lazyPartOf } from '#app/ui/loading/lazy-part.tsx';
import { partOf } from '#app/ui/loading/part.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { isFiltered, useListSearch } from '#app/url/search.ts';
import type { Deployment } from '#contract/host.ts';
import type { Range } from '#domain/history/windows.ts';
import { filterGroups } from '#domain/memory/filter-changes.ts';
import { formatExact } from '#domain/text/format.ts';
import type { EntriesProps } from './Entries.tsx';
import { exportedChanges } from './exported.ts';
import { Filters } from './Filters.tsx';
import { changesHead } from './head.ts';
import { Foot, Lead, Nothing } from './log-texts.tsx';
import { Older } from './Older.tsx';
import { changesSchema } from './schema.ts';
import { changesIn } from './tallies.ts';
import type { ChangeLog } from './use-change-log.ts';

// Loads early, because a filter needs its code and the page may lose its host.
const Entries = lazyPartOf(lazyOnIdle(partOf<EntriesProps>(() => import('./Entries.tsx'))));

const NoteForm = lazyPart<NoteFormProps>(() => import('#app/components/notes/NoteForm.tsx'));

const toReport = 'no-print py-1.5 underline underline-offset-3';

/** Links to the pages that sum up the history. */
function ReportLinks({ slug }: { readonly slug: string }) {
  return (
    <>
      <Link to={paths.handover(slug)} className={toReport}>
        Handover
      </Link>
      <Link to={paths.report(slug)} className={toReport}>
        Month report
      </Link>
    </>
  );
}

export function Log({
  deployment,
  log,
  range,
  onRange,
}: {
  readonly deployment: Deployment;
  readonly log: ChangeLog;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}) {
  const { slug } = deployment;
  const { changes, record, oldest, covered } = log;
  const [search, onSearch] = useListSearch(changesSchema);
  const { text, where } = search;
  const { kind: kinds = [], severity: severities = [], of: subjects = [] } = where;
  const { groups, watched, places } = changes;
  const shown = filterGroups(groups, { text, kinds, severities, subjects }, places.names);
  const more = record && <Older {...{ record, oldest, range, onRange }} />;
  const [isWriting, setWriting] = useState(false);
  const isPast = useMoment() !== null;
  // A filter selects changes. Notes before the oldest loaded change follow when that time is loaded.
  const notesOf = record && !isFiltered(search) ? { ...covered, from: oldest ?? covered.from } : null;
  const entries = { deployment, changes, notesOf, range, more };
  return (
    <Confirmed feeds={watched}>
      <header className={changesHead}>
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
        <p className="lead min-w-0 flex-1 max-md:basis-full">
          <Lead log={log} range={range} />
        </p>
        <StaleAge feeds={watched} />
        <div className="ml-auto flex flex-wrap items-center gap-2.5 max-md:ml-0">
          {record && writesNotes && !isPast && (
            <button type="button" className="control no-print max-md:min-h-11" onClick={() => setWriting(true)}>
              Write a note
            </button>
          )}
          {record && <RangeControl range={range} onRange={onRange} />}
          {record && (
            <span className="flex gap-2.5 max-md:hidden">
              <ReportLinks slug={slug} />
            </span>
          )}
          <ExportMenu
            slug={slug}
            noun="changes"
            count={changesIn(shown)}
            opens="down"
            exported={() => exportedChanges({ slug, source: baseUrlOf(slug) }, shown, log, search)}
          />
        </div>
      </header>
      {groups.length > 0 && <Filters groups={groups} search={search} onSearch={onSearch} />}
      <RenderGuard name="The list of changes">
        {shown.length > 0 ? (
          <Entries {...entries} groups={shown} />
        ) : groups.length === 0 ? (
          <>
            <Nothing log={log} range={range} />
            <Entries {...entries} groups={groups} more={null} />
          </>
        ) : (
          <>
            <EmptyState
              action={
                <button
                  type="button"
                  className="control max-md:min-h-11"
                  onClick={() => onSearch({ text: '', where: {} })}
                >
                  Show all {formatExact(groups.length)} entries
                </button>
              }
            >
              No changes match the filters.
            </EmptyState>
            {more}
          </>
        )}
      </RenderGuard>
      <p className="caption mt-4 max-w-4xl text-text-2">
        {isFiltered(search) &&
          shown.length > 0 &&
          `${formatExact(shown.length)} of ${formatExact(groups.length)} entries match. `}
        <Foot log={log} />
        {/* On a phone the line of the title has no room for it. */}
        {record && (
          <span className="ml-1 inline-flex gap-2.5 text-text md:hidden">
            <ReportLinks slug={slug} />
          </span>
        )}
      </p>
      {isWriting && <NoteForm slug={slug} onClose={() => setWriting(false)} />}
    </Confirmed>
  );
}
