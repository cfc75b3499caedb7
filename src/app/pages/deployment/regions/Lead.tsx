import { Fragment } from 'react';
import { Link } from 'react-router';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import type { RegionLists } from '#app/queries/regions/use-region-lists.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { otherSeverities } from '#domain/figures/severity-counts.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { listedRows, type RegionRow, unlistedRows } from '#domain/regions/region-rows.ts';
import { countRegions, type RegionStates, totalOf } from '#domain/regions/region-states.ts';
import { isOwnWord, type State } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { Agreement, Codes } from './Agreement.tsx';

interface Summary {
  readonly zones: number;
  readonly states: readonly Group[];
  /** Region codes that nodes or buckets name and no region list contains. */
  readonly unlisted: readonly string[];
  /** Number of nodes and buckets that name no region. */
  readonly homeless: number;
}

async function summarise(listing: Listing<RegionRow>): Promise<Summary> {
  const [zones, states, codes] = await Promise.all([
    listing.group(listedRows, ['zone']),
    listing.group(listedRows, ['status', 'severity']),
    listing.group(unlistedRows, ['code'], ['nodes', 'buckets']),
  ]);
  return {
    zones: zones.filter((group) => group.key[0] !== null).length,
    states,
    unlisted: codes.flatMap((group) => group.key[0] ?? []),
    homeless: codes
      .filter((group) => group.key[0] === null)
      .flatMap((group) => Object.values(group.sums))
      .reduce((all, sum) => all + Number(sum.total), 0),
  };
}

export function Lead({
  deployment,
  lists,
  listing,
}: {
  readonly deployment: Deployment;
  readonly lists: RegionLists;
  readonly listing: Listing<RegionRow>;
}) {
  const { slug } = deployment;
  const total = lists.preferred.feed.answer?.value;
  const summary = useListingResult(listing, 'lead', summarise);
  if (!total || !summary) return null;
  const { good, notGood, unconfirmed } = countRegions(summary.states, deployment.words);
  const all = [...notGood, ...unconfirmed, ...good];
  const more = totalOf(all) - total.count;
  const part = (states: readonly RegionStates[]) => (
    <States states={states} all={all} claim={lists.claim} slug={slug} />
  );
  return (
    <div className="lead min-w-0">
      <p>
        <b>
          <Count value={total.count} claim={total.claim} />
        </b>{' '}
        {total.count === 1 ? 'region' : 'regions'}
        {more > 0 && (
          <>
            ,{' '}
            <b>
              <Claimed claim={lists.claim}>{formatExact(more)}</Claimed>
            </b>{' '}
            more only in {lists.offered[1]?.version},
          </>
        )}{' '}
        in{' '}
        <b>
          <Claimed claim={lists.claim}>{formatExact(summary.zones)}</Claimed>
        </b>{' '}
        {summary.zones === 1 ? 'zone' : 'zones'}.{' '}
        {notGood.length > 0 && (
          <>
            <Link to={paths.regions(slug, { severity: otherSeverities })} className="link">
              <b>
                <Claimed claim={lists.claim}>{formatExact(totalOf(notGood))}</Claimed>
              </b>{' '}
              not operational
            </Link>
            : {part(notGood)}.{' '}
          </>
        )}
        {part([...good, ...unconfirmed])}
        {good.length + unconfirmed.length > 0 && '. '}
        <Agreement lists={lists} deployment={deployment} />
      </p>
      {summary.unlisted.length > 0 && (
        <p>
          Nodes or buckets name {plural(summary.unlisted.length, 'code')} that{' '}
          {summary.unlisted.length === 1 ? 'is' : 'are'} not in the region list:{' '}
          <Codes codes={summary.unlisted} slug={slug} />.
        </p>
      )}
      {summary.homeless > 0 && (
        <p>{plural(summary.homeless, 'node or bucket names', 'nodes or buckets name')} no region.</p>
      )}
    </div>
  );
}

/**
 * Counts the regions per state, such as "55 operational" or "3 operational, but none of their nodes", each
 * with a link to its rows.
 */
function States({
  states,
  all,
  claim,
  slug,
}: {
  readonly states: readonly RegionStates[];
  readonly all: readonly RegionStates[];
  readonly claim: Claim;
  readonly slug: string;
}) {
  return states.map(({ state, severity, count }, index) => {
    const isContradicted = severity !== state.severity;
    const isShared = all.filter((each) => each.state.word === state.word).length > 1;
    return (
      <Fragment key={`${state.word} ${severity}`}>
        {index > 0 && ', '}
        <Link
          to={paths.regions(slug, { status: state.word, ...(isShared || isContradicted ? { severity } : {}) })}
          className="link one-line inline-block max-w-80 truncate align-bottom"
        >
          <b>
            <Claimed claim={claim}>{formatExact(count)}</Claimed>
          </b>{' '}
          <StatusGlyph severity={severity} size={11} className="mx-0.5 inline-block align-[-1px]" />{' '}
          <StatusWord
            state={isContradicted ? contradicted(state, severity, count) : state}
            className={isOwnWord(state) ? '' : 'lowercase'}
          />
        </Link>
      </Fragment>
    );
  });
}

function contradicted(state: State, severity: Severity, count: number): State {
  const reason = `but none of ${count === 1 ? 'its' : 'their'} nodes`;
  return { ...state, severity, against: { reason, own: state.severity } };
}
