import type { ReactNode } from 'react';
import type { Changes } from '#app/components/changes/use-changes.ts';
import { StaleAge } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState } from '#app/components/freshness/Panel.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { ExportMenu } from '#app/table/export/ExportMenu.tsx';
import type { Exported } from '#app/table/export/file.ts';
import { lazyOnIdle } from '#app/ui/loading/lazy-on-idle.ts';
import { lazyPartOf } from '#app/ui/loading/lazy-part.tsx';
import { partOf } from '#app/ui/loading/part.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { isFiltered, type ListSearch, useListSearch } from '#app/url/search.ts';
import type { Deployment } from '#contract/host.ts';
import { filterGroups } from '#domain/memory/filter-changes.ts';
import { type ChangeGroup } from '#domain/memory/group-changes.ts';
import { formatExact } from '#domain/text/format.ts';
import type { EntriesProps } from './Entries.tsx';
import { Filters } from './Filters.tsx';
import { changesSchema } from './schema.ts';
import { changesIn } from './tallies.ts';

// Loads early, because a filter needs its code and the page may lose its host.
const Entries = lazyPartOf(lazyOnIdle(partOf<EntriesProps>(() => import('./Entries.tsx'))));

export function Log({
  deployment,
  changes,
  lead,
  aside,
  exported,
  empty,
  foot,
  more,
}: {
  readonly deployment: Deployment;
  readonly changes: Changes;
  readonly lead: ReactNode;
  /** Controls beside the export. */
  readonly aside?: ReactNode;
  readonly exported: (shown: readonly ChangeGroup[], search: ListSearch) => Exported;
  readonly empty: ReactNode;
  readonly foot: ReactNode;
  /** Control that reads older entries; absent when there are none. */
  readonly more?: ReactNode;
}) {
  const [search, onSearch] = useListSearch(changesSchema);
  const { text, where } = search;
  const { kind: kinds = [], severity: severities = [], of: subjects = [] } = where;
  const { groups, watched, places } = changes;
  const shown = filterGroups(groups, { text, kinds, severities, subjects }, places.names);
  return (
    <Confirmed feeds={watched}>
      <header className="title-line flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2 max-md:min-h-32">
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
        <p className="lead min-w-0 flex-1 max-md:basis-full">{lead}</p>
        <StaleAge feeds={watched} />
        <div className="ml-auto flex flex-wrap items-center gap-2.5 max-md:ml-0">
          {aside}
          <ExportMenu
            slug={deployment.slug}
            noun="changes"
            count={changesIn(shown)}
            opens="down"
            exported={() => exported(shown, search)}
          />
        </div>
      </header>
      {groups.length > 0 && <Filters groups={groups} search={search} onSearch={onSearch} />}
      <RenderGuard name="The list of changes">
        {shown.length > 0 ? (
          <Entries groups={shown} deployment={deployment} changes={changes} more={more} />
        ) : groups.length === 0 ? (
          empty
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
        {foot}
      </p>
    </Confirmed>
  );
}
