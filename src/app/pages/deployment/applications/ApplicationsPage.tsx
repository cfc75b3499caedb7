import { useMemo } from 'react';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Skeleton } from '#app/components/freshness/Panel.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { listSchemas } from '#app/url/list-schemas.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { Bands } from './Bands.tsx';
import { applicationColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import { scopesOf } from './scopes.ts';

const idleFirst = { field: 'last_used_at', descending: false } as const;

const schema = listSchemas.applications;

const orders = [
  { value: 'recent', label: 'Recent first' },
  { value: 'idle', label: 'Idle first' },
] as const;

export default function ApplicationsPage() {
  const deployment = useDeployment();
  const { slug, words } = deployment;
  const source = useApplications(deployment);
  const { answer } = source.feed;
  const offset = answer?.skew ?? 0;
  const asOf = (answer?.receivedAt ?? 0) + offset;
  // Memoised per response, because each new object joins the listing again.
  const lookups = useMemo(() => ({ ...noLookups, words, asOf }), [words, asOf]);
  const list = useListPage(deployment, schema, source, lookups);
  const { listing, search, onSearch } = list;
  const groups = useListingResult(listing, 'scopes', (list) => list.group({}, ['scopes']));
  const claim = listing?.claim;
  const columns = useMemo(
    () => groups && claim && applicationColumns({ scopes: scopesOf(groups), offset, claim, slug }),
    [groups, claim, offset, slug],
  );
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
        <Confirmed feeds={[source.feed]} as="section" className="mb-1">
          <Bands listing={listing} slug={slug} chosen={search.where['used'] ?? []} />
        </Confirmed>
      )}
      {columns && (
        <ListSection list={list} columns={columns}>
          <Segmented
            label="Order by last use"
            value={byUse ? (search.sort.descending ? 'recent' : 'idle') : ''}
            options={orders}
            onChange={(order) => onSearch({ sort: order === 'idle' ? idleFirst : schema.sort })}
          />
        </ListSection>
      )}
    </ListPage>
  );
}
