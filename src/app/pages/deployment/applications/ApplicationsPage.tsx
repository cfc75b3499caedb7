import { useMemo } from 'react';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { Skeleton } from '#app/components/vouching/Panel.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useJoined } from '#app/queries/lookups.ts';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { DataTable } from '#app/table/DataTable.tsx';
import { FilterBar } from '#app/table/filter/FilterBar.tsx';
import type { Filter } from '#app/table/filter/filter.ts';
import { Segmented } from '#app/ui/Segmented.tsx';
import { listSchemas, recentFirst } from '#app/url/list-schemas.ts';
import { useListSearch } from '#app/url/search.ts';
import { idleBandLabel } from '#domain/figures/idle-bands.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { Bands } from './Bands.tsx';
import { applicationColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import { clockOffset } from './last-use.ts';
import { scopesOf } from './scopes.ts';

const idleFirst = { field: 'last_used_at', descending: false } as const;

const schema = listSchemas.applications;

const filters: readonly Filter[] = [
  { field: 'scopes', label: 'Scope', none: 'none' },
  { field: 'used', label: 'Last used', show: idleBandLabel, none: 'never or unreadable' },
];

const orders = [
  { value: 'recent', label: 'Recent first' },
  { value: 'idle', label: 'Idle first' },
] as const;

/** Which applications are registered, what scopes they hold, and which of them nobody uses. */
export default function ApplicationsPage() {
  const deployment = useDeployment();
  const { slug, words } = deployment;
  const source = useApplications(deployment);
  const { answer } = source.feed;
  const offset = answer ? clockOffset(answer) : 0;
  const asOf = (answer?.receivedAt ?? 0) + offset;
  // One object an answer: a joined listing is made anew for each.
  const lookups = useMemo(() => ({ ...noLookups, words, asOf }), [words, asOf]);
  const listing = useJoined(source, lookups);
  const groups = useAnswered(listing, 'scopes', (list) => list.group({}, ['scopes']));
  const [search, onSearch] = useListSearch(schema);
  const byUse = search.sort.field === 'last_used_at';
  return (
    <ListPage
      title="Applications"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} slug={slug} />}
    >
      {!listing && <Skeleton />}
      {listing && listing.count > 0 && (
        <Vouched feeds={[source.feed]} as="section" className="mb-1">
          <Bands listing={listing} slug={slug} chosen={search.where['used'] ?? []} />
        </Vouched>
      )}
      {listing && (
        <>
          <FilterBar
            listing={listing}
            filters={filters}
            placeholder="Name, id or scope"
            search={search}
            onSearch={onSearch}
          >
            <Segmented
              label="Order by last use"
              value={byUse ? (search.sort.descending ? 'recent' : 'idle') : ''}
              options={orders}
              onChange={(order) => onSearch({ sort: order === 'idle' ? idleFirst : recentFirst })}
            />
          </FilterBar>
          <DataTable
            noun="applications"
            slug={slug}
            source={source}
            listing={listing}
            lookups={lookups}
            columns={applicationColumns({ scopes: scopesOf(groups ?? []), offset, claim: listing.claim, slug })}
            search={search}
            onSearch={onSearch}
          />
        </>
      )}
    </ListPage>
  );
}
