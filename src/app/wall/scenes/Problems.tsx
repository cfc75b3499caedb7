import type { CSSProperties } from 'react';
import { formatExact } from '../../../domain/format.ts';
import { isGood, isPlainlyGood, type Severity, severityName, worst } from '../../../domain/severity.ts';
import type { ComponentState, Verdict } from '../../../domain/verdict.ts';
import { now, useSecond } from '../../clock.ts';
import type { useToldContradictions } from '../../components/Contradictions.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { StatusWord } from '../../components/StatusWord.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { useMissing } from '../../roster/store.ts';
import { useSession } from '../../session/store.ts';
import type { SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { lastSeenInWords, sinceInWords, sinceOf } from '../since.ts';
import { usePages } from '../use-pages.ts';
import { Contradicted, contradictedUnits } from './Contradicted.tsx';

/** Units of a band: its name, its word and what is around them. Upright, since when stands below. */
const bands = {
  wide: { width: 880, height: 212, large: 340 },
  upright: { width: 880, height: 320, large: 440 },
} as const;

/** Units of head and foot, of those of a low room, and of what may stand below the problems, the most telling first. */
const frameOf = (height: number) => Math.min(330, (height < 600 ? 110 : 190) + 0.13 * height);
const gap = 28;
const mostLines = 2;
const below = { others: 90, names: 70, history: 100, axis: 50 } as const;

/** What fits below the problems. */
function fitting(height: number): ReadonlySet<keyof typeof below> {
  const kept = new Set<keyof typeof below>();
  let left = height;
  for (const part of ['others', 'names', 'history', 'axis'] as const) {
    left -= below[part];
    if (left >= 0) kept.add(part);
  }
  return kept;
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
  const band = room.isPortrait ? bands.upright : bands.wide;
  const all = room.height - frameOf(room.height);
  const height = Math.min(band.height, all) + 6;
  const isOutage = first?.state.severity === 'critical' || first?.state.severity === 'partial';
  const isLarge = all >= band.large && (problems.length === 1 || (isOutage && all >= band.large + height));
  const rest = isLarge ? others : problems;
  const left = all - (isLarge ? band.large : 0);
  const needed = Math.ceil(rest.length / (room.isPortrait ? 1 : 2));
  const rows = Math.min(needed, Math.max(1, Math.floor(left / height)));
  // Who else is well comes first, then what the answers contradict each other in, then the rest.
  const spare = left - rows * height;
  const own = verdict.contradiction === null ? 0 : 1;
  const lines = Math.min(
    own + told.found.length,
    Math.max(0, Math.floor((spare - below.others - gap) / contradictedUnits)),
    mostLines,
  );
  const shown = fitting(spare - (lines > 0 ? lines * contradictedUnits + gap : 0));
  const size = { width: band.width * unit, height: height * unit };
  const { frame: place, items, page, pages, columns } = usePages(rest, size, turn);
  const good = components.filter(({ state }) => isGood(state.severity));
  const seen = worst(good.map(({ state }) => state.severity));
  return (
    <>
      <div role="status" aria-label="Overall status" className="sr-only">
        <h1>{verdict.headline.slice(0, 120)}</h1>
        {problems.slice(0, 5).map(({ id, name, state }) => (
          <p key={id}>
            <Verbatim>{name}</Verbatim> <StatusWord state={state} />
          </p>
        ))}
      </div>
      <div
        role="list"
        aria-label="Components"
        className="flex min-h-0 flex-1 flex-col"
        style={{ gap: unit * 6, margin: `0 ${-72 * unit}px` }}
      >
        {isLarge && first && <Band {...props} component={first} />}
        <div
          ref={place}
          className="grid min-h-0 flex-1 content-start"
          style={{ gap: unit * 6, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
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
      {pages > 1 && (
        <p className="wall-floor">
          Page {page} of {pages}, {formatExact(problems.length)} not operational
        </p>
      )}
      {good.length > 0 && shown.has('others') && (
        <div className="min-w-0">
          <p className="wall-name flex items-center" style={{ gap: unit * 24 }}>
            <StatusGlyph severity={seen} size={Math.round(unit * 32)} />
            {formatExact(good.length)} {good.length === 1 ? 'other' : 'others'}{' '}
            {isPlainlyGood([seen]) ? severityName[seen] : 'good, some of them assumed'}
          </p>
          {shown.has('names') && (
            <p className="wall-component line-clamp-1 text-text-2">{good.map(({ name }) => name).join(', ')}</p>
          )}
        </div>
      )}
      {lines > 0 && (
        <div className="min-w-0">
          {verdict.contradiction !== null && (
            <p className="wall-component wall-line">{verdict.contradiction}</p>
          )}
          <Contradicted {...props} told={told} most={lines - own} />
        </div>
      )}
      {shown.has('history') && <History {...props} height={64} hasAxis={shown.has('axis')} />}
    </>
  );
}

function Band({
  component,
  deployment,
  settings,
  unit,
  height,
  sides = [true, true],
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit'> & {
  readonly component: ComponentState;
  /** Units; absent where it takes what it needs, and is large. */
  readonly height?: number;
  /** Whether it stands at the left edge of the screen, and at the right. */
  readonly sides?: readonly [boolean, boolean];
}) {
  const large = height === undefined;
  const { components } = useSession(deployment.slug);
  const time = Math.max(useSecond(), now());
  const { id, name, state } = component;
  const gone = useMissing(deployment.slug, 'component').find(
    (missing) => state.severity === 'vanished' && missing.id === id,
  );
  const since = sinceOf(components.get(id)?.runs ?? []);
  const words = gone
    ? lastSeenInWords(gone.lastSeen, time, settings.zone)
    : since && sinceInWords(since, time, settings.zone);
  const [left, right] = sides.map((isEdge) => unit * (isEdge ? 72 : 40));
  const style: CSSProperties = {
    paddingLeft: left,
    paddingRight: right,
    ...(large ? {} : { height: unit * height }),
  };
  return (
    <div
      role="listitem"
      data-band={bandOf(state.severity)}
      className={`wall-band ${large ? 'wall-band-large' : ''}`}
      style={style}
    >
      <StatusGlyph severity={state.severity} size={Math.round(unit * (large ? 140 : 84))} />
      <div className="min-w-0">
        <Fit className="wall-band-name" least={0.5}>
          <Verbatim>{name}</Verbatim>
        </Fit>
        <Fit className="wall-band-word" least={0.78}>
          <StatusWord
            state={gone ? { ...state, label: 'No longer listed' } : state}
            className={bandOf(state.severity) === 'critical' ? 'text-inherit' : ''}
          />
        </Fit>
      </div>
      {words && (
        <div className="wall-band-when">
          <div className="wall-band-time">{words.duration}</div>
          <div className="wall-band-since">{words.since}</div>
        </div>
      )}
    </div>
  );
}
