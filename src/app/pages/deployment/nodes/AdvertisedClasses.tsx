import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { type Share, ShareBar } from '#app/components/severity/ShareBar.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { type Bar, BarList } from '#app/ui/elements/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import type { Node } from '#contract/resources.ts';
import { type Claim, nothingListed } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { plural } from '#domain/text/format.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { type CapacityClass, capacityClasses } from './capacity-classes.ts';

const shown = 12;

export function AdvertisedClasses({
  list: { deployment, source, listing },
}: {
  readonly list: ListView<Node>;
}) {
  const groups = useListingResult(listing, 'capacity', (list) => list.group({}, ['capacity']));
  const classes = groups && capacityClasses(groups);
  return (
    <Panel title="Advertised capacity" aside="nodes, share" sources={[source]}>
      {listing && classes && (
        <Classes
          listing={listing}
          readable={classes.readable}
          unreadable={classes.unreadable}
          slug={deployment.slug}
        />
      )}
    </Panel>
  );
}

/** Maximum number of capacity classes with a share of their own in the row of low charts. */
const mostShares = 6;

/** Shows the classes of advertised capacity as shares of all nodes, in the row of low charts. */
export function ClassShares({ list: { source, listing } }: { readonly list: ListView<Node> }) {
  const groups = useListingResult(listing, 'capacity', (list) => list.group({}, ['capacity']));
  return (
    <Panel title="Advertised capacity" sources={[source]} inBand>
      {listing && groups && (
        <ShareBar inBand label="Nodes by advertised capacity" shares={sharesOf(groups, listing.claim)} />
      )}
    </Panel>
  );
}

/** Returns the shares of the largest readable capacities, labelled as sent. All other nodes are one share. */
function sharesOf(groups: readonly Group[], claim: Claim): readonly Share[] {
  const { readable, unreadable } = capacityClasses(groups);
  const shown = readable.slice(0, mostShares);
  const most = Math.max(0, ...shown.map(({ nodes }) => nodes));
  const usual = shown.findIndex(({ nodes }) => nodes === most);
  const shares = shown.map(({ sent, nodes }, index) => ({
    key: `=${sent}`,
    label: sent,
    value: nodes,
    figure: <Count value={nodes} claim={claim} />,
    // The most common class is grey, so that the others stand out in colour.
    colour: index === usual ? 'var(--data-2)' : `var(--cat-${index < usual ? index + 1 : index})`,
  }));
  const others = [...readable.slice(mostShares), ...unreadable].reduce((sum, { nodes }) => sum + nodes, 0);
  if (others === 0) return shares;
  const figure = <Count value={others} claim={claim} />;
  return [...shares, { key: 'others', label: 'other', value: others, figure, colour: 'var(--ctl)' }];
}

function Classes({
  listing,
  readable,
  unreadable,
  slug,
}: {
  readonly listing: Listing<Node>;
  readonly readable: readonly CapacityClass[];
  readonly unreadable: readonly CapacityClass[];
  readonly slug: string;
}) {
  if (listing.count === 0) return <EmptyState>{nothingListed('nodes', listing.claim)}</EmptyState>;
  const barOf = ({ sent, nodes }: CapacityClass): Bar => ({
    key: `=${sent}`,
    label: label(sent),
    value: nodes,
    figure: <Count value={nodes} claim={listing.claim} />,
    more: formatPercent(nodes, listing.count),
    to: paths.nodes(slug, { capacity: sent }),
  });
  const bars = readable.slice(0, shown).map(barOf);
  const barsApart = unreadable.slice(0, shown).map(barOf);
  const scale = {
    labelWidth: unreadable.length > 0 ? '5.5rem' : '3.5rem',
    most: Math.max(...[...bars, ...barsApart].map(({ value }) => value)),
  };
  return (
    <>
      <BarList label="Nodes by advertised capacity" {...scale} bars={bars} />
      <NotShown classes={readable.length - shown} />
      {unreadable.length > 0 && (
        <div className="mt-3">
          <h3 className="caption mb-0.5 text-text-2">Not an integer and the letter G, in no sum</h3>
          <BarList label="Nodes whose capacity could not be read" {...scale} bars={barsApart} />
          <NotShown classes={unreadable.length - shown} />
        </div>
      )}
      <p className="caption mt-2">
        Shown as advertised. The service doesn’t say what G stands for, so sums keep the letter.
      </p>
    </>
  );
}

function NotShown({ classes }: { readonly classes: number }) {
  return (
    classes > 0 && (
      <p className="caption mt-1.5">{plural(classes, 'smaller class', 'smaller classes')} not shown.</p>
    )
  );
}

function label(sent: string | null) {
  if (sent === null) return <span className="text-text-2">not provided</span>;
  return (
    <b className="font-[560]">
      {/^\d+G$/.test(sent) ? sent : <Verbatim>{sent.trim() === '' ? '(blank)' : sent}</Verbatim>}
    </b>
  );
}
