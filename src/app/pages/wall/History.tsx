import { RecordedStrip } from '#app/components/strips/RecordedStrip.tsx';
import { useRecord } from '#app/components/strips/record.ts';
import { SeenBySession } from '#app/components/strips/SeenBySession.tsx';
import { useStripSpan } from '#app/components/strips/span.ts';
import { useVerdict } from '#app/observe/verdicts.ts';
import { useRecordedDay } from '#app/queries/history/recent.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { ticksOf } from '#domain/history/ticks.ts';
import { formatTime } from '#domain/text/format.ts';
import type { SceneProps } from './context.ts';

interface HistoryProps extends Pick<SceneProps, 'deployment' | 'settings' | 'unit'> {
  /** Units. */
  readonly height: number;
  readonly hasAxis?: boolean;
}

/** The last day of a deployment; without history, this session's strip. */
export function History({ deployment, settings, unit, height, hasAxis = true }: HistoryProps) {
  const { isThere } = useRecord(deployment.slug);
  const recorded = useRecordedDay(deployment.slug, isThere);
  const { severity } = useVerdict(deployment);
  const session = useStripSpan();
  const stripProps = { label: 'Overall status', height: Math.round(unit * height), scale: Math.max(1, unit) };
  const window = recorded
    ? { from: Date.parse(recorded.answer.from), to: Date.parse(recorded.answer.to) }
    : session;
  return (
    <div className="wall-history">
      {recorded ? (
        <RecordedStrip kind="deployment" subject={recorded} present={severity} {...stripProps} />
      ) : (
        <SeenBySession slug={deployment.slug} {...stripProps} />
      )}
      {hasAxis && (
        <div className="wall-axis wall-floor">
          {recorded ? (
            <Hours window={window} zone={settings.zone} />
          ) : (
            <>
              <span>{formatTime(window.from, settings.zone)}</span>
              <span style={{ left: '50%' }}>{formatTime((window.from + window.to) / 2, settings.zone)}</span>
            </>
          )}
          <b className="font-semibold text-text">now</b>
        </div>
      )}
    </div>
  );
}

/** Labels per day. */
const mostHours = 8;
/** Fraction of the strip at each end without labels. */
const edge = 0.04;

function Hours({ window, zone }: { readonly window: Window; readonly zone: string }) {
  const place = (at: number) => (at - window.from) / (window.to - window.from);
  const end = place(hostNow());
  return ticksOf(window, mostHours)
    .filter(({ at }) => place(at) > edge && place(at) < end - 1.5 * edge)
    .map(({ at }) => (
      <span key={at} style={{ left: `${100 * place(at)}%` }}>
        {formatTime(at, zone)}
      </span>
    ));
}
