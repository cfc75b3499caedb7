import { Fragment } from 'react';
import { Link } from 'react-router';
import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Node } from '#contract/resources.ts';
import { goodOf, severityCounts, statesInWords } from '#domain/figures/severity-counts.ts';
import { claimOfSum } from '#domain/lists/claim.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';
import { stateClause } from '#domain/sentences/clause.ts';
import type { State } from '#domain/severity/classify.ts';
import { goodSeverities, isGood, isPlainlyGood, severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import type { RegionPart } from '../use-region.ts';

/** States how many nodes of the region are not operational, separate from the region's own state. */
export function NodeStates({
  nodes,
  state,
  slug,
  code,
}: {
  readonly nodes: RegionPart<Node>;
  /** Region's own state in the region lists; `null` if no list contains the region. */
  readonly state: State | null;
  readonly slug: string;
  readonly code: string;
}) {
  const { listing, within, claim, count } = nodes;
  const fresh = useSurroundingFreshness() === 'fresh';
  const groups = useListingResult(listing, `states ${code}`, (list) => list.group(within, ['severity']));
  const all = useListingResult(listing, `advertised ${code}`, (list) => list.sum(within, 'advertised'));
  const good = useListingResult(listing, `advertised good ${code}`, (list) =>
    list.sum({ where: { ...within.where, severity: goodSeverities } }, 'advertised'),
  );
  if (!claim || !groups || !all || !good || count === undefined) return null;
  if (count === 0) return <>{claim.kind === 'exact' ? 'No nodes' : 'No nodes among those'} listed here.</>;
  const { good: vouching, others } = goodOf(groups);
  const counts = severityCounts(groups);
  if (others === 0) {
    const isPlain = isPlainlyGood(counts.keys());
    return (
      <>
        {isPlain ? 'All' : 'None of'}{' '}
        <b>
          <Claimed claim={claim}>{formatExact(count)}</Claimed>
        </b>{' '}
        nodes listed {isPlain ? 'report operational' : 'reports a problem'}
        {fresh ? '' : ', when last read'}
        {isPlain ? '' : `: ${statesInWords(counts, true)}`}.
      </>
    );
  }
  const affected = subtractIntegers(all.total, good.total);
  return (
    <>
      <Link to={paths.nodes(slug, { region: code, sort: '-rank' })} className="link">
        <b>
          <Claimed claim={claim}>{formatExact(others)}</Claimed> of{' '}
          <Claimed claim={claim}>{formatExact(count)}</Claimed>
        </b>{' '}
        nodes
      </Link>{' '}
      {fresh ? (others === 1 ? 'is' : 'are') : others === 1 ? 'was' : 'were'} not operational:{' '}
      {[...counts]
        .filter(([severity]) => !isGood(severity))
        .map(([severity, number], index) => (
          <Fragment key={severity}>
            {index > 0 && ', '}
            <Claimed claim={claim}>{formatExact(number)}</Claimed> {severityName[severity]}
          </Fragment>
        ))}
      ; <Claimed claim={claimOfSum(claim, all)}>{formatCapacity(affected)}</Claimed> of{' '}
      <Claimed claim={claimOfSum(claim, all)}>{formatCapacity(all.total)}</Claimed> advertised.
      {state && isGood(state.severity) && vouching === 0 && (
        <>
          {' '}
          The region itself {fresh ? 'is' : 'was'} called <Sentence clauses={[stateClause(state)]} /> all the
          same.
        </>
      )}
    </>
  );
}
