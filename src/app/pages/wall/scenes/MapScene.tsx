import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { MapPlace } from '#app/map/layout/layout.ts';
import { useMeasureText } from '#app/map/layout/measure-text.ts';
import { claimOfSource, mapPlaceOf, sizeOf } from '#app/map/layout/region-places.ts';
import { cityOf, layOutWall, type WallLayout } from '#app/map/layout/wall-layout.ts';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { WallMap } from '#app/map/WallMap.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { useSince } from '#app/queries/history/since.ts';
import { usePreferredRegionList } from '#app/queries/regions/use-region-lists.ts';
import { useInventory } from '#app/queries/regions/use-region-rows.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { onHostClock, useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { offeredMeasures } from '#domain/regions/measures.ts';
import { placeRegions } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { type Clause, plain, sent, stateClause, textOf } from '#domain/sentences/clause.ts';
import { classify, wholeLabel } from '#domain/severity/classify.ts';
import { regionSeverity } from '#domain/severity/region-state.ts';
import { isGood, isPlainlyGood, type Severity, severityName } from '#domain/severity/severity.ts';
import { formatDuration, formatExact, plural } from '#domain/text/format.ts';
import { isLow, type SceneProps } from '../context.ts';

const minute = 60_000;
/** Minutes between two updates of the night on the map, in which the night moves by about one degree. */
const nightMinutes = 5;

async function allRows(listing: Listing<RegionRow>): Promise<readonly RegionRow[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

/**
 * Heights of header and footer, each also on a low screen, and of a line of text, in wall units (scaled
 * pixels).
 */
const frameUnits = { head: 176, foot: 114, lowHead: 110, lowFoot: 66, line: 46 } as const;
/** Width assumed per letter of the sentence below the map, in wall units (scaled pixels). */
const letterUnits = 18;

/** Returns the area of the map above the given number of text lines, in wall units (scaled pixels). */
function frameOf(room: SceneProps['room'], lines: number) {
  const { width, height, side } = room;
  const { head, foot, lowHead, lowFoot, line } = frameUnits;
  const [top, below] = isLow(room) ? [lowHead, lowFoot] : [head, foot];
  return { left: side, right: width - side, top, bottom: height - below - lines * line };
}

const mostLines = ({ isPortrait }: SceneProps['room']) => (isPortrait ? 3 : 2);

function linesOf(letters: number, room: SceneProps['room']): number {
  return Math.min(mostLines(room), Math.ceil((letters * letterUnits) / (room.width - 2 * room.side)));
}

/**
 * Returns since when regions are not good, by region code, in epoch milliseconds: as stated by the host, or
 * else from this session.
 */
function useChangedAt(deployment: Deployment, rows: readonly RegionRow[]): ReadonlyMap<string, number> {
  const { slug, words } = deployment;
  const { changes } = useSession(slug);
  const { source } = useRecord(slug);
  const bad = rows.filter(({ status }) => !isGood(classify(status, words).severity));
  const isStated = source !== 'session' && keepsListsOf(deployment);
  const since = useSince(slug, 'region', source === 'host' && isStated && bad.length > 0);
  const startOf = ({ code, status }: RegionRow) => {
    const start = since?.of.get(code ?? '');
    if (isStated) return start?.word === status ? start.from : undefined;
    // Changes are sorted newest first.
    const at = changes.find(
      ({ subject, kind, id }) => subject === 'region' && kind === 'state' && id === code,
    )?.at;
    return at === undefined ? undefined : onHostClock(at);
  };
  return new Map(
    bad.flatMap((row) => {
      const from = startOf(row);
      return row.code === null || from === undefined ? [] : [[row.code, from] as const];
    }),
  );
}

const mostUnnamed = 3;

/** Names the regions without room on the map, and their states. At most three are named. */
function unnamedClauses(places: readonly MapPlace[]): readonly Clause[] {
  const more = places.length - mostUnnamed;
  return [
    ...places
      .slice(0, mostUnnamed)
      .flatMap((place, index) => [
        plain(index > 0 ? ', ' : ''),
        { ...sent(cityOf(place)), strong: true },
        plain(' '),
        stateClause(place.state),
      ]),
    plain(more > 0 ? ` and ${formatExact(more)} more` : ''),
  ];
}

/** Counts the good regions, such as "12 operational" or "3 good, some of them assumed". */
function goodInWords(good: readonly Severity[]): string {
  if (good.length === 0) return 'none known to be good';
  return `${formatExact(good.length)} ${isPlainlyGood(good) ? severityName.ok : 'good, some of them assumed'}`;
}

/**
 * Builds the sentence below the map, such as ": 12 operational, 2 not, among them Lima degraded, 1 not on the
 * map."
 */
function sentenceAbout({
  all,
  good,
  unplaced,
  unnamed,
}: {
  /** Number of regions with a confirmed state. */
  readonly all: number;
  readonly good: readonly Severity[];
  readonly unplaced: number;
  readonly unnamed: readonly MapPlace[];
}): readonly Clause[] {
  const bad = all - good.length;
  return [
    plain(`: ${goodInWords(good)}`),
    plain(bad > 0 && good.length > 0 ? `, ${formatExact(bad)} not` : ''),
    ...(unnamed.length > 0 ? [plain(', among them '), ...unnamedClauses(unnamed)] : []),
    plain(`${unplaced > 0 ? `, ${formatExact(unplaced)} not on the map` : ''}.`),
  ];
}

/** Longest usual text of an age. The scene reserves the width of this text. */
const usualAge = ' 59 min old. Last confirmed 00:00:00';

/** Scene with the regions on a map. Regions that the gazetteer does not know are only counted. */
export function MapScene({ deployment, settings, room }: SceneProps) {
  const { places = {}, words } = deployment;
  const byNodes = useRegionsByNodes(deployment);
  const { feed } = useRegions(deployment);
  const { listing, nodes, buckets } = useInventory(deployment, usePreferredRegionList(deployment), byNodes);
  const gazetteer = useGazetteer();
  const measureText = useMeasureText();
  const claimsNow = { nodes: claimOfSource(nodes), buckets: claimOfSource(buckets) };
  const answered = useListingResult(listing, 'all', async (list) => ({
    rows: await allRows(list),
    claims: claimsNow,
  }));
  const rows = answered?.rows;
  const changedAt = useChangedAt(deployment, rows ?? []);
  const time = useHostTimed((now) => Math.floor(now / minute) * minute);
  if (!listing || !answered || !rows || !gazetteer)
    return <div className="wall-scene" data-freshness="waiting" />;
  const { placed, unplaced } = placeRegions(rows, places, gazetteer);
  // The claims belong to the lists of these rows; the next lists may be complete.
  const { claims } = answered;
  const [measure] = offeredMeasures(claims);
  const marks = placed.map((each) =>
    mapPlaceOf(each, deployment, byNodes, measure && sizeOf(each.region, measure, claims)),
  );
  // Regions without a place count as well.
  const known = rows.map((row) => regionSeverity(row, words, byNodes)).filter((each) => each !== 'unvouched');
  const good = known.filter(isGood);
  const labelOf = ({ code, state }: MapPlace) => {
    const at = changedAt.get(code);
    return at === undefined || time - at < minute
      ? wholeLabel(state)
      : `${wholeLabel(state)}, ${formatDuration(time - at)}`;
  };
  const count = plural(listing.count, 'region');
  const above = (lines: number) =>
    layOutWall(marks, {
      labelOf,
      room,
      frame: frameOf(room, lines),
      measure: (text, size) => measureText(text, 'city', size),
    });
  const sentenceOf = ({ unnamed }: WallLayout) =>
    sentenceAbout({ all: known.length, good, unplaced: unplaced.length, unnamed });
  const first = above(1);
  // Names without room go into the sentence, which then needs some of the map's height.
  const lines = linesOf(count.length + textOf(sentenceOf(first)).length + usualAge.length, room);
  const layout = lines === 1 ? first : above(mostLines(room));
  return (
    <Confirmed feeds={[feed]} className="wall-scene">
      <WallMap layout={layout} labelOf={labelOf} room={room} time={time - (time % (nightMinutes * minute))} />
      <p className="wall-component mt-auto line-clamp-3" style={{ WebkitLineClamp: mostLines(room) }}>
        <Claimed claim={listing.claim}>{count}</Claimed>
        <span className="text-text-2">
          <Sentence clauses={sentenceOf(layout)} />{' '}
          <FreshnessMark feeds={[feed]} words="few" zone={settings.zone} />
        </span>
      </p>
    </Confirmed>
  );
}
