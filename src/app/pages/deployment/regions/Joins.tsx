import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Confirmed, useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import type { RegionInventory } from '#app/queries/regions/use-region-rows.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { tenseOf } from '#domain/contradictions/contradictions.ts';
import {
  codesOfSite,
  type JoinedClaims,
  type JoinMismatches,
  joinMismatchesOf,
} from '#domain/contradictions/joins.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import { CodeLink, Codes, MoreButton } from './Agreement.tsx';
import type { ZoneClaims } from './zones/ZoneTable.tsx';

const shown = 6;

async function rowsOf(listing: Listing<RegionRow>): Promise<readonly RegionRow[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

/** Panel of mismatches between the lists of regions, nodes and buckets, with links to the rows. */
export default function Joins({
  deployment,
  inventory,
  claims,
}: {
  readonly deployment: Deployment;
  readonly inventory: RegionInventory;
  readonly claims: ZoneClaims;
}) {
  const { lists, nodes, buckets, listing } = inventory;
  const rows = useListingResult(listing, 'all', rowsOf);
  const allRead = lists.read.length === lists.offered.length;
  const regions: Claim = allRead
    ? claims.regions
    : { kind: 'at-least', reasons: ['a region list has not been read'] };
  return (
    <Panel
      title="Joins"
      note="what does not fit together"
      sources={[lists.preferred]}
      also={[...lists.offered.slice(1).map(({ source }) => source), nodes, buckets]}
      className="mt-8"
    >
      {/* Reserves the height of the panel without contradictions, so that nothing below shifts. */}
      <div className="min-h-20">
        {rows && <Findings rows={rows} claims={{ ...claims, regions }} slug={deployment.slug} />}
        {rows && <Site deployment={deployment} rows={rows} isComplete={regions.kind === 'exact'} />}
      </div>
    </Panel>
  );
}

interface FindingProps {
  readonly rows: readonly RegionRow[];
  readonly claims: JoinedClaims;
  readonly slug: string;
}

function Findings({ rows, claims, slug }: FindingProps) {
  const [isComplete, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The focused button was replaced by the other items.
  useEffect(() => {
    if (isComplete) list.current?.focus();
  }, [isComplete]);
  const most = isComplete ? Number.POSITIVE_INFINITY : shown;
  const tense = tenseOf(useSurroundingFreshness());
  if (tense === 'never') return <EmptyState>The lists can’t be compared until they refresh.</EmptyState>;
  const mismatches = joinMismatchesOf(rows, claims);
  const openQuestions = openQuestionsOf(mismatches, claims);
  const found = [
    ...(mismatches.dangling ?? [])
      .slice(0, most)
      .map((row) => <Dangling key={`code ${row.code}`} row={row} claims={claims} slug={slug} />),
    <CodeList key="without" label="Nodes and no buckets in" codes={mismatches.withoutBuckets} slug={slug} />,
    <CodeList key="empty" label="Listed, but nothing in" codes={mismatches.empty} slug={slug} />,
    ...mismatches.cities.slice(0, most).map(({ name, country, codes }) => (
      <Line key={`city ${name} ${country}`}>
        <Verbatim>{name}</Verbatim>
        {country !== null && (
          <>
            , <Verbatim>{country}</Verbatim>,
          </>
        )}{' '}
        has {formatExact(codes.length)} codes: <Codes codes={codes} slug={slug} />.
      </Line>
    )),
  ];
  const more = [moreThan(mismatches.dangling, 'code'), moreThan(mismatches.cities, 'city', 'cities')].flatMap(
    (each) => each ?? [],
  );
  return (
    <>
      {tense === 'then' && <p className="caption pt-1.5">When last read:</p>}
      <ul ref={list} tabIndex={-1} aria-label="What does not fit together" className="m-0 list-none p-0">
        {found}
      </ul>
      {more.length > 0 && !isComplete && (
        <p className="caption pt-1.5">
          and <MoreButton onClick={() => setIsWhole(true)}>{joinWords(more)}</MoreButton>
        </p>
      )}
      {isEmpty(mismatches) && (
        <p className="py-1.5 text-text-2">
          {openQuestions === null ? 'No contradictions.' : 'No contradictions found so far.'}
        </p>
      )}
      {/* Reserves its line, so that nothing below shifts. */}
      {(openQuestions !== null || isEmpty(mismatches)) && (
        <p className="caption pt-1.5">{openQuestions ?? '\u00a0'}</p>
      )}
    </>
  );
}

function isEmpty({ dangling, withoutBuckets, empty, cities }: JoinMismatches<RegionRow>): boolean {
  return [dangling, withoutBuckets, empty, cities].every((each) => !each || each.length === 0);
}

function moreThan(found: readonly unknown[] | null, one: string, many?: string): string | null {
  const more = (found?.length ?? 0) - shown;
  return more > 0 ? plural(more, `more ${one}`, many && `more ${many}`) : null;
}

function openQuestionsOf(
  { dangling, empty }: JoinMismatches<RegionRow>,
  { nodes, buckets }: JoinedClaims,
): string | null {
  const cut = [
    ...(dangling === null ? ['the region lists'] : []),
    ...(nodes?.kind === 'at-least' ? ['the nodes'] : []),
    ...(buckets?.kind === 'at-least' ? ['the buckets'] : []),
  ];
  if (cut.length > 0) return `Not everything could be compared: ${joinWords(cut)} are not complete.`;
  return empty === null && (nodes || buckets) ? 'Not everything has been compared yet.' : null;
}

function Line({ children }: { readonly children: ReactNode }) {
  return <li className="border-b border-line py-1.5 wrap-anywhere">{children}</li>;
}

function CodeList({
  label,
  codes,
  slug,
}: {
  readonly label: string;
  readonly codes: readonly string[] | null;
  readonly slug: string;
}) {
  if (codes === null || codes.length === 0) return null;
  return (
    <Line>
      {label} {plural(codes.length, 'region')}: <Codes codes={codes} slug={slug} />.
    </Line>
  );
}

function Dangling({ row, claims, slug }: Omit<FindingProps, 'rows'> & { readonly row: RegionRow }) {
  const { code, nodes, buckets } = row;
  const named = [
    nodes !== null && nodes > 0 && claims.nodes && (
      <Link key="nodes" className="link" to={paths.nodes(slug, { region: code })}>
        <Claimed claim={claims.nodes}>{plural(nodes, 'node')}</Claimed>
      </Link>
    ),
    buckets !== null && buckets > 0 && claims.buckets && (
      <Link key="buckets" className="link" to={paths.buckets(slug, { region: code })}>
        <Claimed claim={claims.buckets}>{plural(buckets, 'bucket')}</Claimed>
      </Link>
    ),
  ].filter(Boolean);
  return (
    <Line>
      {code === null ? 'No region is named by ' : <CodeLink code={code} slug={slug} />}
      {code !== null && ' is in no region list and named by '}
      {named[0]}
      {named.length > 1 && ' and '}
      {named[1]}.
    </Line>
  );
}

/**
 * Shows the regions from which the status document may come. The document names a city, and several region
 * codes may be in that city.
 */
function Site({
  deployment,
  rows,
  isComplete,
}: {
  readonly deployment: Deployment;
  readonly rows: readonly RegionRow[];
  readonly isComplete: boolean;
}) {
  const { feed } = useStatus(deployment);
  const site = feed.answer?.value.region;
  const tense = tenseOf(useSurroundingFreshness());
  if (site === undefined || site === null || site === '' || tense === 'never') return null;
  const codes = codesOfSite(site, rows);
  if (codes.length === 0 && !isComplete) return null;
  return (
    <Confirmed feeds={[feed]} className="drains pt-1.5">
      The status document answers from <Verbatim>{site}</Verbatim>:{' '}
      {codes.length === 0 ? (
        'no region list has a city of this name.'
      ) : (
        <>
          {codes.length > 1 && `one of ${formatExact(codes.length)} regions, `}
          <Codes codes={codes} slug={deployment.slug} />.
        </>
      )}
    </Confirmed>
  );
}
