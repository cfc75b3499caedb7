import { Fragment } from 'react';
import { Link } from 'react-router';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import type { RegionLists } from '#app/queries/regions/use-region-lists.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listedRows, type RegionRow, unlistedRows } from '#domain/regions/region-rows.ts';
import { classify, compareStates, isOwnWord } from '#domain/severity/classify.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { Agreement, Codes } from './Agreement.tsx';

interface Summary {
  readonly zones: number;
  /** Regions by the word of their state. */
  readonly words: readonly { readonly word: string | null; readonly count: number }[];
  /** Codes that nodes or buckets name and no region list holds. */
  readonly unlisted: readonly string[];
  /** Nodes and buckets that name no region at all. */
  readonly homeless: number;
}

async function summarise(listing: Listing<RegionRow>): Promise<Summary> {
  const [zones, words, codes] = await Promise.all([
    listing.group(listedRows, ['zone']),
    listing.group(listedRows, ['status']),
    listing.group(unlistedRows, ['code'], ['nodes', 'buckets']),
  ]);
  return {
    zones: zones.filter((group) => group.key[0] !== null).length,
    words: words.map((group) => ({ word: group.key[0] ?? null, count: group.count })),
    unlisted: codes.flatMap((group) => group.key[0] ?? []),
    homeless: codes
      .filter((group) => group.key[0] === null)
      .flatMap((group) => Object.values(group.sums))
      .reduce((all, sum) => all + Number(sum.total), 0),
  };
}

/** How many regions in how many zones, in which states, and whether the versions agree. */
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
  const summary = useAnswered(listing, 'lead', summarise);
  if (!total || !summary) return null;
  const states = summary.words
    .map(({ word, count }) => ({ state: classify(word, deployment.words), count }))
    .toSorted((a, b) => b.count - a.count || compareStates(a.state, b.state));
  const more = states.reduce((sum, { count }) => sum + count, 0) - total.count;
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
        {states.map(({ state, count }, index) => (
          <Fragment key={state.word}>
            {index > 0 && ', '}
            <Link
              to={paths.regions(slug, { status: state.word })}
              className="link one-line inline-block max-w-80 truncate align-bottom"
            >
              <b>
                <Claimed claim={lists.claim}>{formatExact(count)}</Claimed>
              </b>{' '}
              <StatusGlyph severity={state.severity} size={11} className="mx-0.5 inline-block align-[-1px]" />{' '}
              <StatusWord state={state} className={isOwnWord(state) ? '' : 'lowercase'} />
            </Link>
          </Fragment>
        ))}
        {states.length > 0 && '. '}
        <Agreement lists={lists} slug={slug} />
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
