import type { StatusDocument } from '../../../contract/resources.ts';
import type { Feed } from '../../../domain/answer.ts';
import { formatClock, formatDuration } from '../../../domain/format.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { headlineUnits } from '../../../domain/wall/geometry.ts';
import { now, useSecond } from '../../clock.ts';
import { nextTry } from '../../components/FreshnessMark.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { Vouched } from '../../components/vouching.tsx';
import type { SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';

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
  return (
    <Vouched feeds={[feed]} verdict={verdict} className="wall-scene">
      <div role="status" aria-label="Overall status" className="min-w-0">
        <div className="flex min-w-0 items-center" style={{ gap: unit * 64 }}>
          <StatusGlyph
            severity={verdict.severity}
            size={Math.round(unit * 0.71 * headlineUnits(room.height))}
          />
          <Fit as="h1" className="wall-headline">
            <Sentence clauses={[verdict.headline]} />
          </Fit>
        </div>
        {since !== null && (
          <p className="wall-since" style={{ marginTop: unit * 20 }}>
            for {formatDuration(time - since)}{' '}
            <span className="text-text-2">since {formatClock(since, settings.zone)}</span>
          </p>
        )}
      </div>
      {since !== null && <History deployment={deployment} settings={settings} unit={unit} height={80} />}
      <p className="wall-component">
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
