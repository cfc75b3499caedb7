import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Figure } from '#app/charts/Figure.tsx';
import { ofCompleteList } from '#app/charts/FoldedCharts.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { type AssetsByRegion, useAssetsByRegionAtHand } from '#app/queries/resources/assets-by-region.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { moveAlong } from '#app/ui/move-along.ts';
import { paths } from '#app/url/paths.ts';
import type { Asset } from '#contract/resources.ts';
import {
  byUsualShare,
  type CacheWord,
  orderWords,
  otherColour,
  type RegionWords,
  usualOf,
} from '#domain/figures/cache-shares.ts';
import { exact } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import { claimOf, type Page } from '#domain/lists/planner/page.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { settled } from '#domain/text/visible-text.ts';

/** Maximum number of columns, one per region; more would be too thin. */
const mostColumns = 60;
/** Maximum number of cache words in a region's text. `longestWord`: maximum characters of a word. */
const mostWords = 12;
const longestWord = 40;

const wordsRead = new WeakMap<Page<Asset>, Promise<readonly Group[]>>();

/**
 * Counts the assets in the response for one region by cache word. Memoised per response, because the
 * responses of other regions are replaced far more often.
 */
function wordsOf(page: Page<Asset>): Promise<readonly Group[]> {
  const known = wordsRead.get(page);
  if (known) return known;
  const listing = page.content.listing(exact);
  const read = listing.group({}, ['cache_status']).finally(() => listing.release?.());
  wordsRead.set(page, read);
  return read;
}

async function regionsOf(slices: AssetsByRegion['slices']): Promise<readonly RegionWords[]> {
  const answered = [...slices].flatMap(([code, { feed }]) =>
    feed.answer ? [{ code, page: feed.answer.value }] : [],
  );
  const regions = await Promise.all(
    answered.map(async ({ code, page }) => ({
      code,
      words: new Map((await wordsOf(page)).map(({ key: [word = null], count }) => [word, count])),
      count: page.count,
      complete: claimOf(page).kind === 'exact',
    })),
  );
  return byUsualShare(regions);
}

/**
 * Returns the counts by cache word of all regions that responded, lowest share of HIT first. Empty before the
 * first response, and if the service ignores the region filter.
 */
function useRegions(byRegion: AssetsByRegion | null): readonly RegionWords[] {
  const [regions, setRegions] = useState<readonly RegionWords[]>([]);
  const slices = byRegion?.ignored === false ? byRegion.slices : null;
  useEffect(() => {
    let current = true;
    if (slices)
      void regionsOf(slices).then(
        (read) => current && setRegions(read),
        // The rows were replaced in the meantime; the next ones are on their way.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [slices]);
  return slices ? regions : [];
}

/**
 * Column chart of the cache words in each region, in the row of low charts above the table. Shown if assets
 * were requested region by region.
 */
export function CacheByRegion({
  list: { deployment, source },
  colours,
  toggle,
  otherwise,
}: {
  readonly list: ListView<Asset>;
  readonly colours: ReadonlyMap<CacheWord, string>;
  /** Button that opens the comparison of paths by region (CacheMap.tsx); `false` while it is open. */
  readonly toggle: ReactNode;
  /** Content in place of the chart if no region's assets have been read. */
  readonly otherwise: ReactNode;
}) {
  const byRegion = useAssetsByRegionAtHand(deployment);
  const regions = useRegions(byRegion);
  const [lowest] = regions;
  if (!byRegion || !lowest) return otherwise;
  const shown = regions.slice(0, mostColumns);
  const isCut = shown.some(({ complete }) => !complete);
  const all = byRegion.codes.length + byRegion.beyond.length;
  const read = byRegion.codes.filter((code) => byRegion.slices.get(code)?.feed.answer).length;
  const note = [
    ...(read < all ? [`${formatExact(read)} of ${plural(all, 'region')} read`] : []),
    ...(shown.length < regions.length
      ? [`${formatExact(shown.length)} of ${formatExact(regions.length)} drawn`]
      : []),
    'lowest share of HIT first',
    ...(isCut ? ['of what each lists'] : []),
  ];
  return (
    <Panel
      title="Cache status by region"
      note={note.join(', ')}
      aside={
        <span className="flex items-baseline gap-4 pr-10">
          {ofCompleteList}
          {toggle}
        </span>
      }
      sources={[source]}
      also={[byRegion.source]}
      inBand
    >
      <Figure
        caption="Cache status by region"
        inBand
        heads={['Region', 'HIT', 'Assets listed', 'Words']}
        figures={regions.map((region) => [
          sent(region.code),
          formatPercent(usualOf(region), region.count),
          formatExact(region.count),
          textOf(region),
        ])}
      >
        <ul
          aria-label="Cache status by region"
          className="m-0 flex list-none gap-px p-0 pt-1.5"
          onKeyDown={moveAlong}
        >
          {shown.map((region, index) => (
            <Column
              key={region.code}
              region={region}
              colours={colours}
              to={paths.region(deployment.slug, region.code)}
              isEntry={index === 0}
            />
          ))}
        </ul>
      </Figure>
    </Panel>
  );
}

/** Lists the cache words of a region with their counts, such as "HIT 120, MISS 3". */
function textOf({ words }: RegionWords): string {
  const ordered = orderWords([...words.keys()]);
  const shownWords = ordered
    .slice(0, mostWords)
    .map(
      (word) =>
        `${settled((word ?? 'not provided').slice(0, longestWord))} ${formatExact(words.get(word) ?? 0)}`,
    );
  const hiddenCount = ordered.length - shownWords.length;
  return [...shownWords, ...(hiddenCount > 0 ? [plural(hiddenCount, 'more word')] : [])].join(', ');
}

/**
 * Adds up the assets of a region by colour, for the parts of its column. Cache words without their own colour
 * are one part, because a service may send any number of words.
 */
function partsOf({ words }: RegionWords, colours: ReadonlyMap<CacheWord, string>) {
  const parts = new Map<string, number>();
  for (const word of orderWords([...words.keys()])) {
    const colour = colours.get(word) ?? otherColour;
    parts.set(colour, (parts.get(colour) ?? 0) + (words.get(word) ?? 0));
  }
  return [...parts];
}

function Column({
  region,
  colours,
  to,
  isEntry,
}: {
  readonly region: RegionWords;
  readonly colours: ReadonlyMap<CacheWord, string>;
  readonly to: string;
  /** Whether this column is the only tab stop of the chart. Arrow keys reach the other columns. */
  readonly isEntry: boolean;
}) {
  const share = formatPercent(usualOf(region), region.count);
  return (
    <li className="max-w-8 min-w-0 grow basis-0">
      <Link
        to={to}
        tabIndex={isEntry ? 0 : -1}
        className="link block text-text-2 hover:text-text"
        title={`${settled(region.code)}: HIT ${share}. ${textOf(region)}`}
      >
        <span aria-hidden="true" className="flex h-10 flex-col-reverse gap-px">
          {partsOf(region, colours).map(([background, flexGrow]) => (
            <span key={background} style={{ background, flexGrow }} />
          ))}
        </span>
        <span className="mono mx-auto mt-1 block h-7 w-3 rotate-180 overflow-hidden text-[10px] leading-3 [writing-mode:vertical-rl]">
          {settled(region.code)}
        </span>
        <span className="sr-only">HIT {share}</span>
      </Link>
    </li>
  );
}
