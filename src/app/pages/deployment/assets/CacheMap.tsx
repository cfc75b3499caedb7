import { type ReactNode, useEffect, useState } from 'react';
import { CacheSwatch, CacheWord } from '#app/components/fields/CacheWord.tsx';
import { EmptyState, Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { KnownRegions } from '#app/components/lists/KnownRegions.tsx';
import { type AssetsByRegion, useAssetsByRegion } from '#app/queries/resources/assets-by-region.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { inPieces } from '#app/ui/time/in-pieces.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { Asset } from '#contract/resources.ts';
import { cacheMapOf, type PathRow, type RegionAssets } from '#domain/figures/cache-map.ts';
import { cacheColours, orderWords, type CacheWord as Word } from '#domain/figures/cache-shares.ts';
import { type Claim, weakestClaim } from '#domain/lists/claim.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { claimOf } from '#domain/lists/planner/page.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { PathsByRegion } from './PathsByRegion.tsx';

/** Number of paths drawn at first, and number that each click adds. */
const step = 30;

/** Returns whether {@link CacheMap} is open, and a button that opens and closes it. */
export function useCacheMap(
  buttonClass = 'control max-md:min-h-11',
): readonly [isOpen: boolean, toggle: ReactNode] {
  const [view, setView] = useChoice('map', choices.cacheMap);
  const isOpen = view === 'regions';
  const toggle = (
    <button
      type="button"
      aria-expanded={isOpen}
      className={buttonClass}
      onClick={() => setView(isOpen ? 'closed' : 'regions')}
    >
      {isOpen ? 'Close' : 'Compare regions'}
    </button>
  );
  return [isOpen, toggle];
}

export function CompareRegions({
  list,
  inBand = false,
}: {
  readonly list: ListView<Asset>;
  readonly inBand?: boolean;
}) {
  const [isOpen, toggle] = useCacheMap();
  if (isOpen) return null;
  return (
    // No sources, because the panel is useful before anything is read.
    <Panel title="By region" sources={[]} also={[list.source]} inBand={inBand}>
      <p className="caption pt-1.5 pb-2 whitespace-normal">
        Assets name no region. To compare, Edgewatch requests the assets of each region.
      </p>
      {toggle}
    </Panel>
  );
}

/**
 * Compares the cache status of the same paths in each region. While open, it sends one request per region.
 */
export function CacheMap({ list }: { readonly list: ListView<Asset> }) {
  const [isOpen, toggle] = useCacheMap();
  return isOpen && <OpenMap list={list} toggle={toggle} />;
}

function OpenMap({
  list: { deployment, source },
  toggle,
}: {
  readonly list: ListView<Asset>;
  readonly toggle: ReactNode;
}) {
  const byRegion = useAssetsByRegion(deployment);
  return (
    <Panel
      title="By region"
      note="of what each lists"
      aside={toggle}
      sources={[source]}
      also={byRegion ? [byRegion.source] : []}
      className="mb-6"
    >
      {byRegion === null ? <Skeleton /> : <Answered asked={byRegion} slug={deployment.slug} />}
    </Panel>
  );
}

const rowsRead = new WeakMap<Page<Asset>, Promise<readonly Asset[]>>();

/**
 * Reads the assets in the response for one region. Memoised per response, because the responses of other
 * regions are replaced far more often.
 */
function assetsOf(page: Page<Asset>): Promise<readonly Asset[]> {
  const known = rowsRead.get(page) ?? page.content.rows();
  rowsRead.set(page, known);
  return known;
}

interface Comparison {
  readonly regions: readonly RegionAssets[];
  readonly rows: readonly PathRow[];
  readonly words: readonly Word[];
}

async function compare(slices: AssetsByRegion['slices']): Promise<Comparison> {
  const regions = await Promise.all(
    [...slices]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([code, slice]) => {
        const page = slice.feed.answer?.value;
        return page ? [{ code, page }] : [];
      })
      .map(async ({ code, page }) => ({
        code,
        assets: await assetsOf(page),
        complete: claimOf(page).kind === 'exact',
      })),
  );
  const rows = await inPieces(cacheMapOf(regions));
  return { regions, rows, words: orderWords(rows.flatMap((row) => [...row.words.values()].flat())) };
}

/** Compares the paths in the responses of all regions; `undefined` before the first comparison. */
function useComparison({ slices }: AssetsByRegion): Comparison | undefined {
  const [compared, setCompared] = useState<Comparison>();
  useEffect(() => {
    let current = true;
    void compare(slices).then(
      (made) => current && setCompared(made),
      // The rows were replaced in the meantime; the next ones are on their way.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [slices]);
  return compared;
}

function Answered({ asked: byRegion, slug }: { readonly asked: AssetsByRegion; readonly slug: string }) {
  const compared = useComparison(byRegion);
  if (byRegion.ignored)
    return (
      <EmptyState>
        The requested regions gave the same response. The service seems to ignore the filter, so nothing is
        compared by region.
      </EmptyState>
    );
  if (byRegion.codes.length === 0)
    return <EmptyState>No region list names a region, so nothing can be compared.</EmptyState>;
  if (!compared) return <Skeleton />;
  return <Compared {...compared} asked={byRegion} slug={slug} />;
}

function Compared({
  asked: byRegion,
  regions,
  rows,
  words,
  slug,
}: Comparison & {
  readonly asked: AssetsByRegion;
  readonly slug: string;
}) {
  const [most, setMost] = useState(step);
  const [text, setText] = useState('');
  const colours = cacheColours(words);
  const wanted = text.trim().toLowerCase();
  const found = rows.filter(({ path }) => path.toLowerCase().includes(wanted));
  const more = Math.min(step, found.length - most);
  return (
    <>
      <Summary rows={rows} claim={claimOfRegions(byRegion, regions)} regions={regions.length} />
      {rows.length > step && (
        <label className="caption block pb-2">
          Paths with{' '}
          <input
            type="search"
            className="control ml-1 w-72 max-w-full max-md:min-h-11"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {found.length > 0 && (
        <>
          <Legend words={words} colours={colours} />
          <PathsByRegion rows={found.slice(0, most)} regions={regions} colours={colours} slug={slug} />
        </>
      )}
      {rows.length > step && (
        <p aria-live="polite" className="caption flex flex-wrap items-center gap-x-4 pt-1.5">
          {formatExact(Math.min(most, found.length))} of {plural(found.length, 'path')} drawn, those that differ
          before all others.
          {more > 0 && (
            <button
              type="button"
              className="control max-md:min-h-11"
              onClick={() => setMost((before) => before + step)}
            >
              Draw {formatExact(more)} more
            </button>
          )}
        </p>
      )}
    </>
  );
}

function claimOfRegions({ codes, beyond, slices }: AssetsByRegion, regions: readonly RegionAssets[]): Claim {
  const waiting = codes.length - regions.length;
  const failed = codes.filter((code) => {
    const feed = slices.get(code)?.feed;
    return feed?.failure && !feed.answer;
  });
  const cut = regions.filter(({ complete }) => !complete).map(({ code }) => code);
  const reasons = [
    ...(waiting > 0
      ? [`${formatExact(regions.length)} of ${plural(codes.length, 'region')} loaded so far`]
      : []),
    ...(failed.length > 0 ? [`${failed.join(', ')} could not be read`] : []),
    ...(cut.length > 0 ? [`${cut.join(', ')} not completely listed`] : []),
    ...(beyond.length > 0
      ? [`${plural(beyond.length, 'region')} not requested: the map has reached its limit`]
      : []),
  ];
  return weakestClaim([
    { kind: 'known-regions', regions: regions.length },
    ...(reasons.length > 0 ? [{ kind: 'at-least', reasons } as const] : []),
  ]);
}

function Summary({
  rows,
  claim,
  regions,
}: {
  readonly rows: readonly PathRow[];
  readonly claim: Claim;
  readonly regions: number;
}) {
  const count = (agreement: PathRow['agreement']) => rows.filter((row) => row.agreement === agreement).length;
  const [elsewhere, different] = [count('hit-elsewhere'), count('different')];
  return (
    <p className="py-2">
      <b>
        <Claimed claim={claim}>{formatExact(elsewhere)}</Claimed>
      </b>{' '}
      of <Claimed claim={claim}>{plural(rows.length, 'path')}</Claimed>
      {claim.kind === 'at-least' ? ` in ${plural(regions, 'region')}` : <KnownRegions claim={claim} />}{' '}
      {elsewhere === 1 ? 'is' : 'are'} <CacheWord word="HIT" /> here and something else there
      {different > 0 && (
        <>
          , <Claimed claim={claim}>{formatExact(different)}</Claimed> differ otherwise
        </>
      )}
      .{claim.kind === 'at-least' && <span className="text-text-2"> {claim.reasons.join('; ')}.</span>}
    </p>
  );
}

function Legend({
  words,
  colours,
}: {
  readonly words: readonly Word[];
  readonly colours: ReadonlyMap<Word, string>;
}) {
  return (
    <ul aria-label="Cache words" className="caption m-0 flex list-none flex-wrap gap-x-5 p-0 pb-2 text-text-2">
      {words.map((word) => (
        <li key={`word ${word}`} className="inline-flex items-center">
          <CacheSwatch colour={colours.get(word) ?? ''} />
          <CacheWord word={word} />
        </li>
      ))}
    </ul>
  );
}
