import type { CSSProperties } from 'react';
import { formatExact } from '../../../domain/format.ts';
import { isGood, isPlainlyGood, type Severity, severityName, worst } from '../../../domain/severity.ts';
import type { ComponentState, Verdict } from '../../../domain/verdict.ts';
import { now, useSecond } from '../../clock.ts';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { StatusWord } from '../../components/StatusWord.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { useSession } from '../../session/store.ts';
import type { SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { sinceInWords, sinceOf } from '../since.ts';
import { usePages } from '../use-pages.ts';

/** Units of a band: its name, its word and what is around them. Upright, since when stands below. */
const bands = {
  wide: { width: 880, height: 212, large: 340 },
  upright: { width: 880, height: 320, large: 440 },
} as const;

/** Units of head and foot, and of what may stand below the problems, the most telling first. */
const frame = 330;
const below = { others: 90, names: 70, history: 100, contradiction: 70, axis: 50 } as const;

/** What fits below the problems. */
function fitting(height: number): ReadonlySet<keyof typeof below> {
  const kept = new Set<keyof typeof below>();
  let left = height;
  for (const part of ['others', 'names', 'history', 'contradiction', 'axis'] as const) {
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
  ...props
}: SceneProps & {
  readonly verdict: Verdict;
  readonly problems: readonly ComponentState[];
  readonly components: readonly ComponentState[];
}) {
  const { unit, turn, room } = props;
  const [first, ...others] = problems;
  const band = room.isPortrait ? bands.upright : bands.wide;
  const height = band.height + 6;
  const all = room.height - frame;
  const isOutage = first?.state.severity === 'critical' || first?.state.severity === 'partial';
  const isLarge = problems.length === 1 || (isOutage && all >= band.large + height);
  const rest = isLarge ? others : problems;
  const left = all - (isLarge ? band.large : 0);
  const needed = Math.ceil(rest.length / (room.isPortrait ? 1 : 2));
  const rows = Math.min(needed, Math.max(1, Math.floor(left / height)));
  const shown = fitting(left - rows * height);
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
        {isLarge && first && <Band {...props} component={first} large />}
        <div
          ref={place}
          className="grid min-h-0 flex-1 content-start"
          style={{ gap: unit * 6, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {items.map((component) => (
            <Band key={component.id} {...props} component={component} />
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
      {verdict.contradiction !== null && shown.has('contradiction') && (
        <p className="wall-floor line-clamp-2">{verdict.contradiction}</p>
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
  room,
  large = false,
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit' | 'room'> & {
  readonly component: ComponentState;
  readonly large?: boolean;
}) {
  const { components } = useSession(deployment.slug);
  const time = Math.max(useSecond(), now());
  const { id, name, state } = component;
  const since = sinceOf(components.get(id)?.runs ?? []);
  const words = since && sinceInWords(since, time, settings.zone);
  const style: CSSProperties = large
    ? {}
    : { height: unit * (room.isPortrait ? bands.upright : bands.wide).height };
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
          <StatusWord state={state} className={bandOf(state.severity) === 'critical' ? 'text-inherit' : ''} />
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
