import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import type { useShownContradictions } from '#app/components/severity/Contradictions.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { useMeasureText } from '#app/map/layout/measure-text.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { plain, sent, textOf } from '#domain/sentences/clause.ts';
import { isGood, isPlainlyGood, severityName, worst } from '#domain/severity/severity.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';
import { type ComponentState, markOf, type Verdict } from '#domain/verdict/verdict.ts';
import { type BandLayout, bandUnits, layOutBands } from '#domain/wall/band-layout.ts';
import { type Band, countsOf, leads } from '#domain/wall/bands.ts';
import { zonedPart } from '#domain/wall/contested.ts';
import { namesInLine } from '#domain/wall/names.ts';
import { isLow, isNarrow, type SceneProps } from '../context.ts';
import { History } from '../History.tsx';
import { Components, columnsFor, rowUnits } from './Components.tsx';
import { Contradicted, heightOf, heightsOf } from './Contradicted.tsx';
import { ProblemBand } from './ProblemBand.tsx';
import { bandTextOf, type ShownBand, useShownBands, widthOfLine } from './shown-bands.ts';
import { useContestedZones, Zones, zoneRows, zoneRowUnits } from './Zones.tsx';

/**
 * Returns the height of header and footer together in wall units (scaled pixels), also for low and narrow
 * screens.
 */
const frameOf = (room: SceneProps['room']) =>
  isLow(room) || isNarrow(room)
    ? (room.width < 420 ? 190 : room.height < 600 ? 90 : 190) + 0.13 * room.height
    : Math.min(266, 155 + 0.103 * room.height);
const gap = 20;
const mostSentences = 2;
const historyUnits = 44;
/** Heights of the parts below the problems in wall units (scaled pixels), most important part first. */
const below = { others: gap + 60, names: 46, history: gap + historyUnits, axis: 40 } as const;
const mostNameLines = 4;
/** Font size of the names of good components, in wall units (scaled pixels). */
const otherUnits = 36;

function fitting(height: number, hasOthers: boolean) {
  const fittingParts = new Set<keyof typeof below>();
  let left = height;
  const parts = hasOthers ? (['others', 'names', 'history', 'axis'] as const) : (['history', 'axis'] as const);
  for (const part of parts) {
    if (left < below[part]) break;
    left -= below[part];
    fittingParts.add(part);
  }
  const more = Math.floor(left / below.names);
  return { kept: fittingParts, nameLines: Math.min(mostNameLines, 1 + more) };
}

/** Counts how many of the first heights fit into `room`. */
function countFitting(heights: readonly number[], room: number): number {
  let left = room;
  const over = heights.findIndex((height) => {
    left -= height;
    return left < 0;
  });
  return over < 0 ? heights.length : over;
}

/**
 * Returns further sentences about the verdict: lists that could not be read, and a status that its parts
 * contradict.
 */
function sentencesOf({ unread, contradiction }: Verdict, bands: readonly Band[]) {
  const isShownAlready = bands[0]?.kind === 'document' || bands.some(({ kind }) => kind === 'claim');
  return [
    ...(unread.length === 0 ? [] : [[plain(`Partly unknown: ${joinWords(unread)} could not be read`)]]),
    ...(contradiction === null || isShownAlready ? [] : [contradiction]),
  ];
}

/** Scene of a deployment with problems: an outage over the full width, the others below, page by page. */
export function Problems({
  bands,
  components,
  verdict,
  contradictions,
  answer,
  isOld,
  ...props
}: SceneProps & {
  readonly contradictions: ReturnType<typeof useShownContradictions>;
  readonly verdict: Verdict;
  readonly bands: readonly Band[];
  readonly components: readonly ComponentState[];
  /** Response with the problem; `null` without one. `isOld` states whether it is out of date. */
  readonly answer: Answer<unknown> | null;
  readonly isOld: boolean;
}) {
  const { deployment, settings, unit, turn, room } = props;
  // Lays out the bands again when a font has loaded.
  useMeasureText();
  const shownBands = useShownBands(deployment, bands, settings.zone, { verdict, answer, isOld });
  const good = components.filter((component) => isGood(markOf(component)));
  const contested = bands[0]?.kind === 'inventory';
  const zones = useContestedZones(deployment, contested ? zonedPart(verdict) : null);
  const zoneUnits = gap + zoneRows(zones.length, room) * zoneRowUnits;
  // No list of good components beside a contradicted status document.
  const hasOthers = good.length > 0 && room.width >= 420 && !bands.some(({ kind }) => kind === 'claim');
  const isZoned = zones.length > 0 && !isNarrow(room) && !isLow(room);
  // Components that are not good come before zones.
  const keepsZones = isZoned && bands.every(({ kind }) => kind === 'inventory' || kind === 'claim');
  const own = sentencesOf(verdict, bands);
  // The contradiction between lists and document is already in the first band.
  const found = contested ? [] : contradictions.found;
  const heights = [
    ...own.map((sentence) => heightOf(textOf(sentence), room, false)),
    ...heightsOf(found, room),
  ].slice(0, mostSentences);
  const sentences = heights.reduce((sum, each) => sum + each, heights.length > 0 ? gap : 0);
  const free = room.height - frameOf(room);
  const moreUnits = room.height >= 300 ? 58 : 0;
  const layout = layOutBands(shownBands.map(bandTextOf), leads(bands), {
    ...room,
    isNarrow: isNarrow(room),
    free,
    below: {
      least: (hasOthers && !isLow(room) ? below.others : 0) + (keepsZones ? zoneUnits : 0),
      most:
        (hasOthers ? below.others : 0) +
        (isZoned ? zoneUnits : 0) +
        below.names +
        below.history +
        below.axis +
        sentences,
    },
    more: moreUnits,
  });
  const rows = layout.pages[turn % layout.pages.length] ?? [];
  const shown = new Set(rows.flatMap((row) => row.bands));
  const hidden = bands.filter((_, index) => !shown.has(index) && !(layout.lead && index === 0));
  // Order: zones and good components, then contradictions, then the rest.
  const beside = free - layout.height - (layout.pages.length > 1 ? moreUnits : 0);
  const hasZones = isZoned && beside >= zoneUnits;
  const spare = beside - (hasZones ? zoneUnits : 0);
  const lines = isNarrow(room) ? 0 : countFitting(heights, spare - (hasOthers ? below.others : 0) - gap);
  const used = heights.slice(0, lines).reduce((sum, each) => sum + each, lines > 0 ? gap : 0);
  const { kept: fittingParts, nameLines } = fitting(spare - used, hasOthers);
  const gridUnits = gap + Math.ceil(good.length / columnsFor(good, room)) * rowUnits;
  const hasGrid =
    hasOthers && !isNarrow(room) && spare - used >= below.others + gridUnits + below.history + below.axis + gap;
  return (
    <>
      <Announced verdict={verdict} shown={shownBands} />
      <Bands {...props} shown={shownBands} layout={layout} rows={rows} />
      {hidden.length > 0 && moreUnits > 0 && <More bands={hidden} />}
      {hasZones && <Zones {...props} zones={zones} />}
      {hasOthers && fittingParts.has('others') && (
        <Others
          good={good}
          all={components.length}
          unit={unit}
          room={room}
          nameLines={fittingParts.has('names') && !hasGrid ? nameLines : 0}
        />
      )}
      {lines > 0 && (
        <div className="min-w-0">
          {own.slice(0, lines).map((sentence) => (
            <p key={textOf(sentence)} className="wall-component line-clamp-2">
              <Sentence clauses={sentence} />.
            </p>
          ))}
          <Contradicted
            {...props}
            contradictions={{ ...contradictions, found }}
            most={Math.max(0, lines - own.length)}
          />
        </div>
      )}
      {hasGrid && <Components {...props} label="Others" components={good} />}
      {fittingParts.has('history') && (
        <div className="mt-auto">
          <History {...props} height={historyUnits} hasAxis={fittingParts.has('axis')} />
        </div>
      )}
    </>
  );
}

const mostAnnounced = 5;

/** States the verdict and its first problems for screen readers. */
function Announced({ verdict, shown }: { readonly verdict: Verdict; readonly shown: readonly ShownBand[] }) {
  return (
    <div role="status" aria-label="Overall status" className="sr-only">
      <StatusGlyph severity={verdict.severity} />
      <h1>
        <Sentence clauses={[verdict.headline]} />
      </h1>
      {shown.slice(0, mostAnnounced).map(({ id, name, words, state, known }) => (
        <p key={id}>
          <Sentence clauses={name} /> {words ? <Sentence clauses={words} /> : <StatusWord state={state} />}
          {known && (
            <>
              , known: <Verbatim>{known}</Verbatim>
            </>
          )}
        </p>
      ))}
    </div>
  );
}

function Bands({
  shown,
  layout,
  rows,
  ...props
}: SceneProps & {
  readonly shown: readonly ShownBand[];
  readonly layout: BandLayout;
  readonly rows: BandLayout['pages'][number];
}) {
  const { unit, room } = props;
  const [first] = shown;
  const lead = layout.lead && first && (
    <ProblemBand {...props} band={first} form="lead" height={layout.lead.height} nameUnits={layout.lead.name} />
  );
  const isOfComponents = first?.band.kind === 'component' || first?.band.kind === 'gone';
  const style = { gap: unit * bandUnits.gap, margin: `0 ${-room.side * unit}px` };
  return (
    <div className="flex shrink-0 flex-col" style={style}>
      {!isOfComponents && lead}
      <div role="list" aria-label="Components" className="flex flex-col" style={{ gap: style.gap }}>
        {isOfComponents && lead}
        {rows.map((row) => (
          <div
            key={row.bands.join()}
            role="presentation"
            className="grid"
            style={{ gap: style.gap, gridTemplateColumns: `repeat(${row.bands.length}, minmax(0, 1fr))` }}
          >
            {row.bands.map((index, place) => {
              const each = shown[index];
              return (
                each && (
                  <ProblemBand
                    key={each.id}
                    {...props}
                    band={each}
                    form={row.form}
                    height={row.height}
                    nameUnits={layout.name}
                    sides={[place === 0, place === row.bands.length - 1]}
                  />
                )
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function More({ bands }: { readonly bands: readonly Band[] }) {
  const counts = [...countsOf(bands)];
  const count = counts.reduce((sum, [, each]) => sum + each, 0);
  const [only] = counts;
  return (
    <p className="wall-more wall-line shrink-0">
      and {formatExact(count)} more
      {counts.length === 1 && only
        ? ` ${severityName[only[0]]}`
        : `: ${counts.map(([severity, each]) => `${formatExact(each)} ${severityName[severity]}`).join(', ')}`}
    </p>
  );
}

function Others({
  good,
  all,
  unit,
  room,
  nameLines,
}: Pick<SceneProps, 'unit' | 'room'> & {
  readonly good: readonly ComponentState[];
  readonly all: number;
  /** Maximum number of lines with names; 0 if the names are elsewhere or have no room. */
  readonly nameLines: number;
}) {
  const severity = worst(good.map(({ state }) => state.severity));
  const names = good.map(({ name }) => name);
  const width = (room.width - 2 * room.side) / otherUnits;
  // A single line counts the names that do not fit; of several lines the last is cut.
  const { shown, more } = nameLines === 1 ? namesInLine(names, width, widthOfLine) : { shown: names, more: 0 };
  const noun = good.length === all ? 'component' : 'other';
  return (
    <div className="min-w-0">
      <p className="wall-name wall-others" style={{ gap: unit * 24 }}>
        <StatusGlyph severity={severity} size={unit * 34} tight />
        <span className="wall-line">
          {formatExact(good.length)} {noun}
          {good.length === 1 ? '' : 's'}{' '}
          {isPlainlyGood([severity]) ? severityName[severity] : 'good, some of them assumed'}
        </span>
      </p>
      {nameLines > 0 && (
        <p className="wall-others-names" style={{ WebkitLineClamp: nameLines }}>
          <Sentence clauses={shown.flatMap((name, index) => [plain(index > 0 ? ', ' : ''), sent(name)])} />
          {more > 0 && ` and ${formatExact(more)} more`}
        </p>
      )}
    </div>
  );
}
