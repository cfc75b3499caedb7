import { NoChanges } from '#app/components/changes/NoChanges.tsx';
import { type Changes, useChanges } from '#app/components/changes/use-changes.ts';
import { Count } from '#app/components/lists/Count.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { LastKnown, StaleAge } from '#app/components/vouching/FreshnessMark.tsx';
import { EmptyState } from '#app/components/vouching/Panel.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { mostChanges } from '#app/observe/session/record.ts';
import { ExportMenu } from '#app/table/export/ExportMenu.tsx';
import { baseUrlOf } from '#app/table/export/file.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { isFiltered, useListSearch } from '#app/url/search.ts';
import { exact } from '#domain/lists/claim.ts';
import { filterGroups } from '#domain/memory/filter-changes.ts';
import { formatClock, formatDateTime, formatExact } from '#domain/text/format.ts';
import { Entries } from './Entries.tsx';
import { exportedChanges } from './exported.ts';
import { Filters } from './Filters.tsx';
import { changesSchema } from './schema.ts';
import { changesIn } from './tallies.ts';

/** What this page has seen change since it opened. */
export default function ChangesPage() {
  const deployment = useDeployment();
  const changes = useChanges(deployment);
  const [search, onSearch] = useListSearch(changesSchema);
  const { text, where } = search;
  const { kind: kinds = [], severity: severities = [], of: subjects = [] } = where;
  const { groups, watched, places } = changes;
  const shown = filterGroups(groups, { text, kinds, severities, subjects }, places.names);
  return (
    <Vouched feeds={watched}>
      <header className="title-line flex flex-wrap items-baseline gap-x-5 pt-2.5 pb-2 max-md:min-h-32">
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
        <Lead changes={changes} />
        <StaleAge feeds={watched} />
        <div className="ml-auto">
          <ExportMenu
            slug={deployment.slug}
            noun="changes"
            count={changesIn(shown)}
            opens="down"
            exported={() =>
              exportedChanges(
                { slug: deployment.slug, source: baseUrlOf(deployment.slug) },
                shown,
                changes,
                search,
              )
            }
          />
        </div>
      </header>
      {groups.length > 0 && <Filters groups={groups} search={search} onSearch={onSearch} />}
      <RenderGuard name="The list of changes">
        {shown.length > 0 ? (
          <Entries groups={shown} deployment={deployment} changes={changes} />
        ) : groups.length === 0 ? (
          <NoChanges changes={changes} />
        ) : (
          <EmptyState
            action={
              <button type="button" className="control" onClick={() => onSearch({ text: '', where: {} })}>
                Show all {formatExact(groups.length)} entries
              </button>
            }
          >
            No change fits what was asked for.
          </EmptyState>
        )}
      </RenderGuard>
      <p className="caption mt-4 max-w-4xl text-text-2">
        {isFiltered(search) &&
          shown.length > 0 &&
          `${formatExact(shown.length)} of ${formatExact(groups.length)} entries fit. `}
        Times are UTC. A change stands at the look that saw it first. This page remembers for as long as it is
        open, the newest {formatExact(mostChanges)} changes of each kind at most; older ones are not kept.
      </p>
    </Vouched>
  );
}

/** "246 changes since 14:02:11, when this page opened, shown as 38 entries." */
function Lead({ changes: { groups, since, forgotten } }: { readonly changes: Changes }) {
  return (
    <p className="lead min-w-0">
      <LastKnown />
      {forgotten.size === 0 ? (
        <>
          <b>
            <Count value={changesIn(groups)} claim={exact} />
          </b>{' '}
          {changesIn(groups) === 1 ? 'change' : 'changes'} since {formatClock(since)}, when this page opened
        </>
      ) : (
        <>
          The newest{' '}
          <b>
            <Count value={changesIn(groups)} claim={exact} />
          </b>{' '}
          changes, all of them since {formatDateTime(Math.max(...forgotten.values()))}; older ones are not kept.
          This page opened {formatDateTime(since)}
        </>
      )}
      {groups.length > 1 && (
        <>
          , shown as <b>{formatExact(groups.length)}</b> entries. What happened together stands together; the
          worst of a minute first
        </>
      )}
      .
    </p>
  );
}
