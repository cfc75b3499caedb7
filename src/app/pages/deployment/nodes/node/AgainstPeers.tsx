import { Figure } from '#app/charts/Figure.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { peerCountsOf, peersOf, type Strip, stripOf } from './capacity-strip.ts';
import { DotStrip } from './DotStrip.tsx';
import type { NodeProps } from './use-node-lists.ts';

/** Compares the node's capacity with the other nodes of its region; if it names no region, with all nodes. */
export function AgainstPeers({ deployment, source, listing, node }: NodeProps) {
  const { pop, capacity } = node;
  const region = pop === '' ? null : pop;
  const groups = useListingResult(listing, `strip ${region}`, (list) =>
    list.group(region === null ? {} : { where: { region: [region] } }, ['capacity']),
  );
  const strip = groups && stripOf(groups);
  return (
    <Panel
      title={region === null ? 'Capacity among all nodes' : 'Capacity in its region'}
      note="one dot, one node"
      sources={[source]}
      className="[--room:9.25rem] max-md:[--room:11.5rem]"
    >
      {strip && (
        <>
          <p className="pt-2 text-text-2 wrap-anywhere">
            <Standing strip={strip} capacity={capacity} region={region} claim={listing.claim} />
          </p>
          {strip.stacks.length > 0 && (
            <Figure
              caption={`${peersOf(region)} by advertised capacity`}
              units="G as advertised"
              heads={['Capacity', 'Nodes']}
              figures={strip.stacks.map((stack) => [sent(stack.sent), formatExact(stack.nodes)])}
            >
              <DotStrip strip={strip} own={capacity} region={region} slug={deployment.slug} />
            </Figure>
          )}
        </>
      )}
    </Panel>
  );
}

function Standing({
  strip,
  capacity,
  region,
  claim,
}: {
  readonly strip: Strip;
  readonly capacity: string | null;
  readonly region: string | null;
  readonly claim: Claim;
}) {
  const counts = peerCountsOf(strip, capacity);
  const left = strip.unreadable - (counts === null ? 1 : 0);
  const where = region !== null && (
    <>
      {' '}
      in <span className="mono">{region.slice(0, 40)}</span>
    </>
  );
  const peers = counts && counts.more + counts.same + counts.less;
  return (
    <>
      {counts === null ? (
        'Its capacity is not an integer and the letter G, so it can’t be compared. '
      ) : peers === 0 ? (
        <>No other node listed{where} has a capacity to compare it with. </>
      ) : (
        <>
          Of the other nodes listed{where}, <Claimed claim={claim}>{formatExact(counts.more)}</Claimed>{' '}
          advertise more, <Claimed claim={claim}>{formatExact(counts.same)}</Claimed> the same and{' '}
          <Claimed claim={claim}>{formatExact(counts.less)}</Claimed> less.{' '}
        </>
      )}
      {left > 0 && `${plural(left, 'other has', 'others have')} a capacity that could not be read.`}
    </>
  );
}
