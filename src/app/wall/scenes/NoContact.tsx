import type { StatusDocument } from '../../../contract/resources.ts';
import { availabilityOf, type Feed } from '../../../domain/answer.ts';
import { formatClock, formatDuration, formatExact, plural } from '../../../domain/format.ts';
import type { ComponentState, Verdict } from '../../../domain/verdict.ts';
import { headlineUnits, sinceUnits } from '../../../domain/wall/geometry.ts';
import { now, useSecond } from '../../clock.ts';
import { nextTry } from '../../components/FreshnessMark.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { StatusWord } from '../../components/StatusWord.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { glyphUnits, isNarrow, leastOfHeadline, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import { usePages } from '../use-pages.ts';

/** Lines of what was last known for which there is room below the verdict, the head and the foot in their frame. */
function linesBelow(room: SceneProps['room'], hasSince: boolean): number {
  const { height, width, isPortrait } = room;
  const headline = headlineUnits(height);
  // Where an upright screen is narrow the mark stands above the verdict, which takes two lines, as head and foot do.
  const wrapped = isPortrait && isNarrow(room) ? 1.5 * headline + (width < 420 ? 100 : 40) : 0;
  const left = 0.87 * height - 140 - headline - wrapped - (hasSince ? sinceUnits(height) * 1.3 : 0);
  return Math.max(0, Math.min(4, Math.floor(left / 48)));
}

/** Nothing on this screen is current: since when, what was last known, and when the next try is. */
export function NoContact({
  deployment,
  settings,
  unit,
  room,
  verdict,
  feed,
  components,
}: SceneProps & {
  readonly verdict: Verdict;
  readonly feed: Feed<StatusDocument>;
  /** Those that are shown, worst first. */
  readonly components: readonly ComponentState[];
}) {
  const time = Math.max(useSecond(), now());
  const since = feed.answer?.receivedAt ?? null;
  const lines = linesBelow(room, since !== null);
  // Its cause is told below, where there is room for it.
  const isOfFailure = feed.failure !== null && availabilityOf(feed) !== 'not-offered';
  return (
    <Vouched feeds={[feed]} verdict={verdict} className="wall-scene">
      <div role="status" aria-label="Overall status" className="min-w-0">
        <div className="wall-verdict">
          <StatusGlyph severity={verdict.severity} size={Math.round(unit * glyphUnits(room))} />
          <Fit as="h1" className="wall-headline" least={leastOfHeadline(room)}>
            {isOfFailure ? 'No contact' : <Sentence clauses={[verdict.headline]} />}
          </Fit>
        </div>
        {since !== null && (
          <Fit as="p" className="wall-since" least={0.8}>
            for {formatDuration(time - since)}{' '}
            <span className="text-text-2">since {formatClock(since, settings.zone)}</span>
          </Fit>
        )}
      </div>
      {since !== null && <History deployment={deployment} settings={settings} unit={unit} height={80} />}
      <p className="wall-component line-clamp-4" style={{ WebkitLineClamp: lines }} hidden={lines === 0}>
        {verdict.caveat !== null && (
          <>
            {isOfFailure && (
              <b>
                <Sentence clauses={[verdict.headline]} />.{' '}
              </b>
            )}
            <Sentence clauses={verdict.caveat} />.{' '}
          </>
        )}
        <span className="text-text-2">{nextTry(feed)}</span>
      </p>
      {room.isPortrait && !isNarrow(room) && components.length > 0 && (
        <LastKnown components={components} unit={unit} />
      )}
    </Vouched>
  );
}

const rowUnits = 76;

/** On an upright screen there is room for what each component was last known to be, in words and without a colour. */
function LastKnown({
  components,
  unit,
}: Pick<SceneProps, 'unit'> & { readonly components: readonly ComponentState[] }) {
  const size = { width: 1e9, height: rowUnits * unit, line: 44 * unit };
  // Without contact no turn passes: the worst stay.
  const { frame, items, isNumbered } = usePages(components, size, 0);
  return (
    <div ref={frame} className="wall-grid" style={{ marginTop: unit * 40 }}>
      <ul aria-label="Components, as last known" className="m-0 list-none p-0">
        {items.map(({ id, name, state }) => (
          <li
            key={id}
            className="wall-component flex items-center justify-between border-line-strong"
            style={{ height: unit * rowUnits, gap: unit * 40, borderTopWidth: unit * 2 }}
          >
            <span className="wall-line">
              <Verbatim>{name}</Verbatim>
            </span>
            <span className="wall-line shrink-[3] text-text-2">
              <StatusWord state={state} />
            </span>
          </li>
        ))}
      </ul>
      {isNumbered && (
        <p className="wall-floor wall-line mt-auto">
          {formatExact(items.length)} of {plural(components.length, 'component')}, worst first
        </p>
      )}
    </div>
  );
}
