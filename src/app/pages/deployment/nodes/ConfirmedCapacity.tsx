import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import type { Node } from '#contract/resources.ts';
import { capacitiesOf } from '#domain/figures/node-states.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';

export function ConfirmedCapacity({ list: { source, listing } }: { readonly list: ListView<Node> }) {
  const groups = useListingResult(listing, 'severity', (list) => list.group({}, ['severity'], ['advertised']));
  return (
    <Panel title="Capacity" aside="sum" sources={[source]}>
      {listing && groups && listing.count > 0 && <Twice groups={groups} claim={listing.claim} />}
    </Panel>
  );
}

function Twice({ groups, claim }: { readonly groups: readonly Group[]; readonly claim: Claim }) {
  const freshness = useSurroundingFreshness();
  const { advertised, confirmed, assumed } = capacitiesOf(groups, freshness);
  const whole = claimOfSum(claim, advertised);
  const share = Number(advertised.total) > 0 ? Number(confirmed) / Number(advertised.total) : 0;
  return (
    <>
      <dl className="m-0 grid grid-cols-[1fr_auto] [&>*]:border-b [&>*]:border-line [&>*]:py-[3px]">
        <dt className="text-text-2">Advertised</dt>
        <dd className="m-0 text-right">
          <Claimed claim={whole}>{formatCapacity(advertised.total)}</Claimed>
        </dd>
        <dt className="text-text-2">Vouched for</dt>
        <dd className="m-0 text-right">
          <Claimed claim={freshness === 'fresh' ? whole : claim}>{formatCapacity(confirmed)}</Claimed>
        </dd>
      </dl>
      <div aria-hidden="true" className="drains-fill mt-2 flex h-[7px] bg-s3">
        <span className="bg-data" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="caption mt-1.5">
        {freshness === 'fresh'
          ? `${formatPercent(confirmed, advertised.total)} is on good nodes`
          : 'Nothing is confirmed until the nodes refresh'}
        {Number(assumed) > 0 && `, ${formatCapacity(assumed)} of it on nodes assumed good`}.
      </p>
    </>
  );
}
