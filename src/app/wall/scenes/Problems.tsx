import type { CSSProperties } from 'react';
import { plain, sent, textOf } from '../../../domain/clause.ts';
import { formatExact, joinWords } from '../../../domain/format.ts';
import { isGood, isPlainlyGood, type Severity, severityName, worst } from '../../../domain/severity.ts';
import type { ComponentState, Verdict } from '../../../domain/verdict.ts';
import { roles } from '../../../domain/wall/geometry.ts';
import type { useToldContradictions } from '../../components/Contradictions.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { StatusWord } from '../../components/StatusWord.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { useMissing } from '../../roster/store.ts';
import { useSession } from '../../session/store.ts';
import { isLow, isNarrow, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { sinceOf, useLastSeenInWords, useSinceInWords } from '../since.ts';
import { usePages } from '../use-pages.ts';
import { Components } from './Components.tsx';
import { Contradicted, heightOf } from './Contradicted.tsx';

/** Units of a band: its name, its word and what is around them. Upright, since when stands below. */
const bands = {
  wide: { width: 880, height: 212, large: 336, leastLarge: 240 },
  upright: { width: 880, height: 320, large: 440, leastLarge: 340 },
  /** Which and what in two lines, all alike. */
  narrow: { width: 880, height: 160, large: 160, leastLarge: Number.POSITIVE_INFINITY },
  /** A state may take two lines. */
  narrowest: { width: 880, height: 200, large: 200, leastLarge: Number.POSITIVE_INFINITY },
} as const;
/** Of a large band its name takes what is left beside padding, word and, upright, since when. */
const nameUnits = (height: number, isPortrait: boolean) =>
  Math.min(roles.band, (height - (isPortrait ? 221 : 124)) / 1.05);

/** Units of head and foot, of those of a low room, and of what may stand below the problems, the most telling first. */
const frameOf = (room: SceneProps['room']) =>
  isLow(room) || isNarrow(room)
    ? (room.width < 420 ? 190 : room.height < 600 ? 90 : 190) + 0.13 * room.height
    : Math.min(312, 172 + 0.13 * room.height);
const gap = 28;
const mostSentences = 2;
const historyUnits = 48;
const below = { others: gap + 58, names: 46, history: gap + historyUnits, axis: 40 } as const;
const mostNameLines = 4;
/** Of an upright screen, which has room to name them one by one in two columns, above the past. */
const gridRoom = (count: number) => Math.ceil(count / 2) * 64 + gap + below.others + below.history + below.axis;

/** What fits below the problems, and how many lines of names. */
function fitting(height: number) {
  const kept = new Set<keyof typeof below>();
  let left = height;
  for (const part of ['others', 'names', 'history', 'axis'] as const) {
    if (left < below[part]) break;
    left -= below[part];
    kept.add(part);
  }
  const more = Math.floor(left / below.names);
  return { kept, nameLines: Math.min(mostNameLines, 1 + more) };
}

/** How many of the first fit. */
function countFitting(heights: readonly number[], room: number): number {
  let left = room;
  const over = heights.findIndex((height) => {
    left -= height;
    return left < 0;
  });
  return over < 0 ? heights.length : over;
}

function kindOf(room: SceneProps['room']): keyof typeof bands {
  if (isNarrow(room)) return room.isPortrait && room.width < 480 ? 'narrowest' : 'narrow';
  return room.isPortrait ? 'upright' : 'wide';
}

function bandOf(severity: Severity): string {
  if (severity === 'critical' || severity === 'partial' || severity === 'degraded' || severity === 'notice')
    return severity;
  return 'none';
}

/** What is not operational: the worst over the whole width where it is an outage, the rest below, page by page. */
export function Problems({
  problems,
  components,
  verdict,
  told,
  ...props
}: SceneProps & {
  readonly told: ReturnType<typeof useToldContradictions>;
  readonly verdict: Verdict;
  readonly problems: readonly ComponentState[];
  readonly components: readonly ComponentState[];
}) {
  const { unit, turn, room } = props;
  const [first, ...others] = problems;
  const band = bands[kindOf(room)];
  const pageUnits = problems.length > 1 && room.height >= 300 ? 44 : 0;
  const all = room.height - frameOf(room);
  const height = Math.min(band.height, all - pageUnits - 6) + 6;
  const isOutage = first?.state.severity === 'critical' || first?.state.severity === 'partial';
  const isLarge =
    all >= band.leastLarge && (problems.length === 1 || (isOutage && all >= band.leastLarge + height));
  const rest = isLarge ? others : problems;
  const needed = Math.ceil(rest.length / Math.max(1, Math.floor(room.width / band.width)));
  // It yields to the other problems and to how many are well, never below the size of the others.
  const large = Math.max(band.leastLarge, Math.min(band.large, all - needed * height - below.others));
  const left = all - (isLarge ? large : 0);
  const rows = needed * height <= left ? needed : Math.max(1, Math.floor((left - pageUnits) / height));
  // Who else is well comes first, then what the answers contradict each other in, then the rest.
  const spare = left - rows * height - (rows < needed ? pageUnits : 0);
  const good = components.filter(({ state }) => isGood(state.severity));
  const own = [
    ...(verdict.unread.length === 0
      ? []
      : [[plain(`Partly unknown: ${joinWords(verdict.unread)} could not be read`)]]),
    ...(verdict.contradiction === null ? [] : [verdict.contradiction]),
  ];
  const heights = [
    ...own.map((sentence) => heightOf(textOf(sentence), room, false)),
    ...told.found.map(({ contradiction }) => heightOf(textOf(contradiction.sentence), room)),
  ].slice(0, mostSentences);
  const lines = isNarrow(room) ? 0 : countFitting(heights, spare - below.others - gap);
  const { kept, nameLines } = fitting(
    spare - heights.slice(0, lines).reduce((sum, each) => sum + each, lines > 0 ? gap : 0),
  );
  const hasGrid =
    room.isPortrait && spare - heights.reduce((sum, each) => sum + each, 2 * gap) > gridRoom(good.length);
  const size = { width: band.width * unit, height: height * unit };
  const { frame: place, items, page, pages, columns } = usePages(rest, size, turn);
  const seen = worst(good.map(({ state }) => state.severity));
  return (
    <>
      <div role="status" aria-label="Overall status" className="sr-only">
        <h1>
          <Sentence clauses={[verdict.headline]} />
        </h1>
        {problems.slice(0, 5).map(({ id, name, state }) => (
          <p key={id}>
            <Verbatim>{name}</Verbatim> <StatusWord state={state} />
          </p>
        ))}
      </div>
      <div
        role="list"
        aria-label="Components"
        className="flex min-h-0 shrink-0 flex-col"
        style={{ gap: unit * 6, margin: `0 ${-room.side * unit}px` }}
      >
        {isLarge && first && <Band {...props} component={first} large={nameUnits(large, room.isPortrait)} />}
        <div
          ref={place}
          className="grid min-h-0 content-start"
          style={{
            // Rounded to whole pixels it must still hold its rows.
            flexBasis: rest.length === 0 ? 0 : Math.ceil(unit * rows * height) + 1,
            gap: unit * 6,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {items.map((component, index) => (
            <Band
              key={component.id}
              {...props}
              component={component}
              height={height - 6}
              sides={[index % columns === 0, index % columns === columns - 1]}
            />
          ))}
        </div>
      </div>
      {pages > 1 && pageUnits > 0 && (
        <p className="wall-floor wall-line shrink-0">
          Page {page} of {pages}, {formatExact(problems.length)} not operational
        </p>
      )}
      {good.length > 0 && kept.has('others') && room.width >= 420 && (
        <div className="min-w-0">
          <p className="wall-name flex items-center" style={{ gap: unit * 24 }}>
            <StatusGlyph severity={seen} size={unit * 32} tight={false} />
            {formatExact(good.length)} {good.length === 1 ? 'other' : 'others'}{' '}
            {isPlainlyGood([seen]) ? severityName[seen] : 'good, some of them assumed'}
          </p>
          {kept.has('names') && !hasGrid && (
            <p className="wall-component line-clamp-1 text-text-2" style={{ WebkitLineClamp: nameLines }}>
              <Sentence
                clauses={good.flatMap(({ name }, index) => [plain(index > 0 ? ', ' : ''), sent(name)])}
              />
            </p>
          )}
        </div>
      )}
      {lines > 0 && (
        <div className="min-w-0">
          {own.slice(0, lines).map((sentence) => (
            <p key={textOf(sentence)} className="wall-component line-clamp-2">
              <Sentence clauses={sentence} />.
            </p>
          ))}
          <Contradicted {...props} told={told} most={Math.max(0, lines - own.length)} />
        </div>
      )}
      {hasGrid && <Components {...props} components={good} />}
      {kept.has('history') && (
        <div className={room.isPortrait ? 'mt-auto' : ''}>
          <History {...props} height={historyUnits} hasAxis={kept.has('axis')} />
        </div>
      )}
    </>
  );
}

function Band({
  component,
  deployment,
  settings,
  unit,
  room,
  height,
  large,
  sides = [true, true],
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit' | 'room'> & {
  readonly component: ComponentState;
  /** Units; absent where it takes what it needs. */
  readonly height?: number;
  /** Units of the name of a large one. */
  readonly large?: number;
  /** Whether it stands at the left edge of the screen, and at the right. */
  readonly sides?: readonly [boolean, boolean];
}) {
  const { components } = useSession(deployment.slug);
  const { id, name, state } = component;
  const gone = useMissing(deployment.slug, 'component').find(
    (missing) => state.severity === 'vanished' && missing.id === id,
  );
  const since = useSinceInWords(sinceOf(components.get(id)?.runs ?? []), settings.zone);
  const lastSeen = useLastSeenInWords(gone?.lastSeen ?? null, settings.zone);
  const words = lastSeen ?? since;
  const [left, right] = sides.map((isEdge) => unit * (isEdge ? room.side : 40));
  const style = {
    paddingLeft: left,
    paddingRight: right,
    ...(height === undefined ? {} : { height: unit * height }),
    '--band': large ?? Math.max(roles.component, Math.min(roles.problem, ((height ?? 0) - 64) / 1.05)),
  } as CSSProperties;
  return (
    <div
      role="listitem"
      data-band={bandOf(state.severity)}
      className={`wall-band ${large === undefined ? '' : 'wall-band-large'}`}
      style={style}
    >
      <StatusGlyph
        severity={state.severity}
        size={unit * (isNarrow(room) ? 48 : large === undefined ? 84 : Math.min(140, 0.72 * large))}
        tight
      />
      <div className="min-w-0">
        <Fit className="wall-band-name" least={0.5}>
          <Verbatim>{name}</Verbatim>
        </Fit>
        <Fit className="wall-band-word" least={0.8}>
          <StatusWord
            state={gone ? { ...state, label: 'No longer listed' } : state}
            className={bandOf(state.severity) === 'critical' ? 'text-inherit' : ''}
          />
        </Fit>
      </div>
      {words && room.width >= 480 && (
        <div className="wall-band-when">
          <div className="wall-band-time">{words.duration}</div>
          <div className="wall-band-since">{words.since}</div>
        </div>
      )}
    </div>
  );
}
