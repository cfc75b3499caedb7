import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing, Question } from '#domain/lists/listing.ts';
import { amountIn, type Measure, measureNames, offeredMeasures } from '#domain/regions/measures.ts';
import { isListed, type RegionRow } from '#domain/regions/region-rows.ts';
import { startsOf, type Zone, zoneLabel, zonesOf } from '#domain/regions/zones.ts';
import { type RegionsByNodes, regionState } from '#domain/severity/region-state.ts';
import { isQuiet } from '#domain/severity/severity.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import { regionAt, rowOf, useHighlightedRow } from './highlighted-row.ts';
import { heights, rowsBelow } from './rows-below.ts';
import type { ZoneClaims } from './zones/ZoneTable.tsx';
import { sumsOf } from './zones/zone-groups.tsx';

interface ZoneRows {
  readonly key: string;
  readonly zone: Zone;
  readonly rows: readonly RegionRow[];
}

async function rowsByZone(listing: Listing<RegionRow>, question: Question): Promise<readonly ZoneRows[]> {
  const order = ['zone', 'listed', 'code'].map((field) => ({ field, descending: false }));
  const [found, zones] = await Promise.all([
    listing.rows({ ...question, sort: order }),
    zonesOf(listing, question),
  ]);
  const rows = await found.slice(0, found.count);
  const starts = startsOf(rows, zones);
  return starts.map(({ key, zone, first }, index) => ({
    key,
    zone,
    rows: rows.slice(first, starts[index + 1]?.first ?? rows.length),
  }));
}

interface RegionListProps {
  readonly deployment: Deployment;
  readonly listing: Listing<RegionRow>;
  readonly question: Question;
  readonly claims: ZoneClaims;
  readonly highlighted: string | null;
  readonly onHighlight: (code: string | null) => void;
  /** Whether the list is alone on the page. It then has three columns and does not scroll. */
  readonly alone: boolean;
}

/**
 * List of the regions by zone, beside the map. List and map highlight the same region. The list is one tab
 * stop; arrow keys move along it.
 */
export function RegionList({
  deployment,
  listing,
  question,
  claims,
  highlighted,
  onHighlight,
  alone,
}: RegionListProps) {
  const box = useRef<HTMLDivElement>(null);
  const byNodes = useRegionsByNodes(deployment);
  // The claims belong to the lists of these rows; the next lists may be complete.
  const answered = useListingResult(
    listing,
    JSON.stringify(question),
    async (list) => ({ zones: await rowsByZone(list, question), claims }),
    'when asked',
  );
  const zones = answered?.zones;
  useHighlightedRow(box, highlighted);
  useEffect(() => {
    // The list must not scroll under the pointer.
    if (highlighted !== null && box.current && !box.current.matches(':hover'))
      bringIntoView(box.current, highlighted);
  }, [highlighted, zones]);
  const edge = useLowerEdge(box);
  const measures = figuresWith(answered?.claims ?? claims);
  const rows = (
    <div
      ref={box}
      role="group"
      aria-label="Regions by zone. Arrow keys go from one to the next."
      tabIndex={0}
      className={`relative ${alone ? 'columns-3 gap-x-7' : 'min-h-0 grow overflow-y-auto overscroll-contain [scrollbar-width:thin]'}`}
      onKeyDown={goToRow}
      onPointerOver={(event) => onHighlight(regionAt(event.target))}
      onPointerLeave={() => onHighlight(null)}
      onFocus={(event) => onHighlight(regionAt(event.target))}
      onBlur={() => onHighlight(null)}
    >
      {!alone && <Heads measures={measures} />}
      {zones?.length === 0 && (
        <p data-no-rows="" className="py-4 text-text-2">
          No regions match the filter.
        </p>
      )}
      {answered && <Zones {...answered} deployment={deployment} byNodes={byNodes} />}
    </div>
  );
  return (
    <>
      {alone && measures.length > 0 && (
        <p aria-hidden="true" className="caption pb-1 text-text-2">
          {joinWords(measures.map((measure) => measureNames[measure]))} in each row
        </p>
      )}
      {rows}
      {!alone && zones && zones.length > 0 && edge > 0 && <Foot zones={zones} edge={edge} />}
    </>
  );
}

/**
 * Measures the lower edge of the visible part of a scrolled box, in pixels from the top of its content; 0
 * while unknown.
 */
function useLowerEdge(box: RefObject<HTMLElement | null>): number {
  const [edge, setEdge] = useState(0);
  useEffect(() => {
    const scrolled = box.current;
    if (!scrolled) return undefined;
    const measure = () => setEdge(scrolled.scrollTop + scrolled.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(scrolled);
    scrolled.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', measure);
    };
  }, [box]);
  return edge;
}

/** Counts the visible rows of the list, such as "24 of 45 shown, then eu-south and 6 zones". */
function Foot({ zones, edge }: { readonly zones: readonly ZoneRows[]; readonly edge: number }) {
  const all = zones.reduce((sum, { rows }) => sum + rows.length, 0);
  const below = rowsBelow(zones, edge);
  const [next, ...others] = below.zones;
  return (
    <p
      aria-hidden="true"
      className="caption flex h-7 items-center gap-x-2 border-t border-line-strong text-text-2"
    >
      <b className="font-[580] text-text">
        {formatExact(all - below.rows)} of {formatExact(all)}
      </b>{' '}
      {next === undefined ? 'all shown' : 'shown'}
      {next && (
        <span className="one-line min-w-0 truncate">
          then {next.zone.name === null ? zoneLabel(next.zone) : <Verbatim>{next.zone.name}</Verbatim>}
          {others.length > 0 && ` and ${plural(others.length, 'zone')}`}
        </span>
      )}
      {below.rows > 0 && <span className="ml-auto shrink-0">{formatExact(below.rows)} below</span>}
    </p>
  );
}

/** Scrolls the row of a region into view. It scrolls only the list, not the page. */
function bringIntoView(box: HTMLElement, code: string): void {
  const row = rowOf(box, code);
  if (!row) return;
  const [rowEdges, boxEdges] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  const above = rowEdges.top - (boxEdges.top + heights.columns + heights.head);
  const below = rowEdges.bottom - boxEdges.bottom;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

function goToRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = next === undefined ? undefined : links[next];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

const sumNames = { nodes: 'nodes', capacity: 'advertised', buckets: 'buckets', bytes: 'bytes' } as const;

const widths: Readonly<Record<Measure, string>> = {
  nodes: '3.25rem',
  capacity: '5.25rem',
  buckets: '3.75rem',
  bytes: '4.75rem',
};

/**
 * Returns which figures stand at the end of each row: those of the offered lists, with buckets only if nodes
 * are not offered.
 */
function figuresWith(claims: ZoneClaims): readonly Measure[] {
  return offeredMeasures(claims).filter((measure) => measure !== 'buckets' || claims.nodes === null);
}

function columnsOf(measures: readonly Measure[]) {
  // A longer figure takes space from the city, never from its neighbour.
  const figures = measures.map((measure) => `minmax(${widths[measure]}, max-content)`);
  return { gridTemplateColumns: ['10px', '2.75rem', 'minmax(0,1fr)', ...figures].join(' ') };
}

function Heads({ measures }: { readonly measures: readonly Measure[] }) {
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-2 grid items-center gap-x-2 border-b border-line-strong bg-bg text-[12px] text-text-2"
      style={{ height: heights.columns, ...columnsOf(measures) }}
    >
      <span />
      <span>Code</span>
      <span>City</span>
      {measures.map((measure) => (
        <span key={measure} className="text-right">
          {measureNames[measure]}
        </span>
      ))}
    </div>
  );
}

type Shown = Pick<RegionListProps, 'deployment' | 'claims'> & { readonly byNodes: RegionsByNodes };

function Zones({ zones, deployment, claims, byNodes }: Shown & { readonly zones: readonly ZoneRows[] }) {
  const measures = figuresWith(claims);
  return zones.map(({ key, zone, rows }) => (
    <div
      key={key}
      role="group"
      aria-label={zoneLabel(zone)}
      className="[content-visibility:auto]"
      style={{ containIntrinsicHeight: heights.head + heights.row * rows.length }}
    >
      <header
        className="one-line sticky z-1 grid items-center gap-x-2 border-b border-line-strong bg-bg text-text-2"
        style={{ top: heights.columns, height: heights.head, ...columnsOf(measures) }}
      >
        <span className="col-span-3 flex min-w-0 items-baseline gap-4">
          <span className="truncate font-[560] text-text">
            {zone.listed && zone.name !== null ? <Verbatim>{zone.name}</Verbatim> : zoneLabel(zone)}
          </span>
          <span className="shrink-0 text-[12px]">
            <Claimed claim={claims.regions}>
              {zone.listed ? plural(zone.regions, 'region') : plural(zone.regions, 'code')}
            </Claimed>
          </span>
        </span>
        {measures.map((measure) => (
          <span key={measure} className="text-right">
            {sumsOf(zone, claims)?.[sumNames[measure]]}
          </span>
        ))}
      </header>
      <ul className="m-0 list-none p-0">
        {rows.map((row, index) => (
          <Row
            key={`${row.code} ${index}`}
            row={row}
            deployment={deployment}
            measures={measures}
            claims={claims}
            byNodes={byNodes}
          />
        ))}
      </ul>
    </div>
  ));
}

function Row({
  row,
  deployment: { slug, words },
  measures,
  claims,
  byNodes,
}: Shown & { readonly row: RegionRow; readonly measures: readonly Measure[] }) {
  const state = isListed(row) ? regionState(row, words, byNodes) : null;
  const notableState = state && !isQuiet(state.severity) ? state : null;
  const name = row.name === null ? null : <Verbatim>{row.name}</Verbatim>;
  return (
    <li
      className="one-line grid items-center gap-x-2 border-b border-line"
      style={{ height: heights.row, ...columnsOf(measures) }}
    >
      {state ? <StatusGlyph severity={state.severity} size={10} /> : <span />}
      {row.code === null ? (
        <span className="text-text-3">–</span>
      ) : (
        <Link
          to={paths.region(slug, row.code)}
          data-region={row.code}
          tabIndex={-1}
          className="link scroll-mt-13 truncate py-0.5"
        >
          <RegionCode code={row.code} />
        </Link>
      )}
      <span className="flex min-w-0 gap-2">
        <span className={notableState ? 'max-w-3/5 shrink-0 truncate' : 'truncate'}>
          {name ?? <span className="text-text-3">–</span>}
        </span>
        {notableState && <StatusWord state={notableState} className="truncate" />}
      </span>
      {measures.map((measure) => {
        const amount = amountIn(row, measure, claims);
        return (
          <span key={measure} className="text-right">
            {amount && (
              <>
                <span className="sr-only">{measureNames[measure]} </span>
                <Claimed claim={amount.claim}>{amount.text}</Claimed>
              </>
            )}
          </span>
        );
      })}
    </li>
  );
}
