import type { Deployment } from '../../../../../contract/host.ts';
import type { Node } from '../../../../../contract/resources.ts';
import type { Claim } from '../../../../../domain/claim.ts';
import { formatExact, plural } from '../../../../../domain/format.ts';
import type { Listing } from '../../../../../domain/listing.ts';
import { Figure } from '../../../../charts/Figure.tsx';
import { Claimed } from '../../../../components/Count.tsx';
import { EmptyState, Panel } from '../../../../components/Panel.tsx';
import { useAnswered } from '../../../../queries/answered.ts';
import type { Source } from '../../../../queries/source.ts';
import { type Strip, standingOf, stripOf } from './capacity-strip.ts';
import { DotStrip } from './DotStrip.tsx';

/** What the node advertises, beside the other nodes of its region. */
export function AgainstRegion({
  deployment,
  source,
  listing,
  node,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<Node>>;
  readonly listing: Listing<Node>;
  readonly node: Node;
}) {
  const { pop, capacity } = node;
  const groups = useAnswered(listing, `strip ${pop}`, (list) =>
    list.group({ where: { region: [pop] } }, ['capacity']),
  );
  const strip = groups && stripOf(groups);
  return (
    <Panel title="Capacity in its region" note="one dot, one node" sources={[source]}>
      {pop === null || pop === '' ? (
        <EmptyState>The node names no region to be compared with.</EmptyState>
      ) : (
        strip && (
          <>
            <p className="pt-2 text-text-2">
              <Standing strip={strip} capacity={capacity} pop={pop} claim={listing.claim} />
            </p>
            {strip.stacks.length > 0 && (
              <Figure
                caption={`Nodes of ${pop.slice(0, 40)} by advertised capacity`}
                units="G as advertised"
                heads={['Capacity', 'Nodes']}
                figures={strip.stacks.map(({ sent, nodes }) => [sent, formatExact(nodes)])}
              >
                <DotStrip strip={strip} own={capacity} region={pop} slug={deployment.slug} />
              </Figure>
            )}
          </>
        )
      )}
    </Panel>
  );
}

function Standing({
  strip,
  capacity,
  pop,
  claim,
}: {
  readonly strip: Strip;
  readonly capacity: string | null;
  readonly pop: string;
  readonly claim: Claim;
}) {
  const standing = standingOf(strip, capacity);
  const left = strip.unreadable - (standing === null ? 1 : 0);
  return (
    <>
      {standing === null ? (
        'Its capacity is not an integer and the letter G, so it has no place among the others. '
      ) : (
        <>
          Of the other nodes listed in <span className="mono">{pop.slice(0, 40)}</span>,{' '}
          <Claimed claim={claim}>{formatExact(standing.more)}</Claimed> advertise more,{' '}
          <Claimed claim={claim}>{formatExact(standing.same)}</Claimed> the same and{' '}
          <Claimed claim={claim}>{formatExact(standing.less)}</Claimed> less.{' '}
        </>
      )}
      {left > 0 && `${plural(left, 'other has', 'others have')} a capacity that could not be read.`}
    </>
  );
}
