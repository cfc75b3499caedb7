import type { StatusDocument } from '../../../contract/resources.ts';
import type { Feed } from '../../../domain/answer.ts';
import { formatClock, formatDuration } from '../../../domain/format.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { headlineUnits, sinceUnits } from '../../../domain/wall/geometry.ts';
import { now, useSecond } from '../../clock.ts';
import { nextTry } from '../../components/FreshnessMark.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { glyphUnits, isNarrow, leastOfHeadline, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';

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
}: SceneProps & { readonly verdict: Verdict; readonly feed: Feed<StatusDocument> }) {
  const time = Math.max(useSecond(), now());
  const since = feed.answer?.receivedAt ?? null;
  const lines = linesBelow(room, since !== null);
  return (
    <Vouched feeds={[feed]} verdict={verdict} className="wall-scene">
      <div role="status" aria-label="Overall status" className="min-w-0">
        <div className="wall-verdict">
          <StatusGlyph severity={verdict.severity} size={Math.round(unit * glyphUnits(room))} />
          <Fit as="h1" className="wall-headline" least={leastOfHeadline(room)}>
            <Sentence clauses={[verdict.headline]} />
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
            <Sentence clauses={verdict.caveat} />.{' '}
          </>
        )}
        <span className="text-text-2">{nextTry(feed)}</span>
      </p>
    </Vouched>
  );
}
