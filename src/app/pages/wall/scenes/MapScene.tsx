import { Claimed } from '#app/components/lists/Count.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useRecord } from '#app/components/strips/record.ts';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { MapPlace } from '#app/map/layout/layout.ts';
import { useMeasureText } from '#app/map/layout/measure-text.ts';
import { claimOfSource, mapPlaceOf, sizeOf } from '#app/map/layout/region-places.ts';
import { cityOf, layOutWall, type WallLayout } from '#app/map/layout/wall-layout.ts';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { WallMap } from '#app/map/WallMap.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { useRegionsByNodes } from '#app/observe/verdicts.ts';
import { useSince } from '#app/queries/history-since.ts';
import { usePreferredRegionList } from '#app/queries/regions/use-region-lists.ts';
import { useInventory } from '#app/queries/regions/use-region-rows.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { onHostClock, useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { offeredMeasures } from '#domain/regions/measures.ts';
import { placeRegions } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { classify, wholeLabel } from '#domain/severity/classify.ts';
import { regionSeverity } from '#domain/severity/region-state.ts';
import { isGood, isPlainlyGood, type Severity, severityName } from '#domain/severity/severity.ts';
import { type Clause, plain, sent, stateClause, textOf } from '#domain/text/clause.ts';
import { formatDuration, formatExact, plural } from '#domain/text/format.ts';
import { isLow, type SceneProps } from '../context.ts';

const minute = 60_000;
/** Minutes in which the night moves on by little more than a degree. */
const nightMinutes = 5;

async function allRows(listing: Listing<RegionRow>): Promise<readonly RegionRow[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

/** Units of head and foot, of those of a low screen, and of a line of the sentence above the foot. */
const frameUnits = { head: 176, foot: 114, lowHead: 110, lowFoot: 66, line: 46 } as const;
/** Of a letter of that sentence. */
const letterUnits = 18;

/** Where places may stand above so many lines. */
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

/** Since when regions that are not good are so, by code: as the host states it, or as this session saw it if the host does not. */
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
    // The newest come first.
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

/** Those that the map has no room to name, in words. */
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

/** "12 operational", "3 good, some of them assumed". */
function goodInWords(good: readonly Severity[]): string {
  if (good.length === 0) return 'none known to be good';
  return `${formatExact(good.length)} ${isPlainlyGood(good) ? severityName.ok : 'good, some of them assumed'}`;
}

/** ": 12 operational, 2 not, among them Lima degraded, 1 not on the map." */
function sentenceAbout({
  all,
  good,
  unplaced,
  unnamed,
}: {
  /** Good or not; without those that nothing confirms. */
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

/** How old it is, in the longest of the usual words. */
const usualAge = ' 59 min old, last vouched 00:00:00';

/** Where the regions stand and how they are; what no gazetteer knows is counted. */
export function MapScene({ deployment, settings, room }: SceneProps) {
  const { places = {}, words } = deployment;
  const byNodes = useRegionsByNodes(deployment);
  const { feed } = useRegions(deployment);
  const { listing, nodes, buckets } = useInventory(deployment, usePreferredRegionList(deployment), byNodes);
  const gazetteer = useGazetteer();
  const measureText = useMeasureText();
  const claimsNow = { nodes: claimOfSource(nodes), buckets: claimOfSource(buckets) };
  const answered = useAnswered(listing, 'all', async (list) => ({
    rows: await allRows(list),
    claims: claimsNow,
  }));
  const rows = answered?.rows;
  const changedAt = useChangedAt(deployment, rows ?? []);
  const time = useHostTimed((now) => Math.floor(now / minute) * minute);
  if (!listing || !answered || !rows || !gazetteer)
    return <div className="wall-scene" data-freshness="waiting" />;
  const { placed, unplaced } = placeRegions(rows, places, gazetteer);
  // What was claimed of the lists that the rows were made of: the next ones may be whole.
  const { claims } = answered;
  const [measure] = offeredMeasures(claims);
  const marks = placed.map((each) =>
    mapPlaceOf(each, deployment, byNodes, measure && sizeOf(each.region, measure, claims)),
  );
  // What is not on the map counts as well.
  const known = rows.map((row) => regionSeverity(row, words, byNodes)).filter((each) => each !== 'unvouched');
  const good = known.filter(isGood);
  const told = ({ code, state }: MapPlace) => {
    const at = changedAt.get(code);
    return at === undefined || time - at < minute
      ? wholeLabel(state)
      : `${wholeLabel(state)}, ${formatDuration(time - at)}`;
  };
  const count = plural(listing.count, 'region');
  const above = (lines: number) =>
    layOutWall(marks, {
      told,
      room,
      frame: frameOf(room, lines),
      measure: (text, size) => measureText(text, 'city', size),
    });
  const sentenceOf = ({ unnamed }: WallLayout) =>
    sentenceAbout({ all: known.length, good, unplaced: unplaced.length, unnamed });
  const first = above(1);
  // Names that found no room stand in the sentence, which then takes some of theirs.
  const lines = linesOf(count.length + textOf(sentenceOf(first)).length + usualAge.length, room);
  const layout = lines === 1 ? first : above(mostLines(room));
  return (
    <Vouched feeds={[feed]} className="wall-scene">
      <WallMap layout={layout} told={told} room={room} time={time - (time % (nightMinutes * minute))} />
      <p className="wall-component mt-auto line-clamp-3" style={{ WebkitLineClamp: mostLines(room) }}>
        <Claimed claim={listing.claim}>{count}</Claimed>
        <span className="text-text-2">
          <Sentence clauses={sentenceOf(layout)} />{' '}
          <FreshnessMark feeds={[feed]} words="few" zone={settings.zone} />
        </span>
      </p>
    </Vouched>
  );
}
