import { useStrip } from '#app/components/history/use-history.ts';
import { StatusStrip, StripPlace } from '#app/components/strips/StatusStrip.tsx';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { ticksOf } from '#domain/history/ticks.ts';
import { formatTime } from '#domain/text/format.ts';
import type { SceneProps } from './context.ts';

interface HistoryProps extends Pick<SceneProps, 'deployment' | 'settings' | 'unit'> {
  /** Height of the strip in wall units (scaled pixels). */
  readonly height: number;
  readonly hasAxis?: boolean;
}

/** Strip of a deployment's verdict over the last day; without a history record, since the screen started. */
export function History({
  deployment: { slug },
  deployment,
  settings: { zone },
  unit,
  height,
  hasAxis = true,
}: HistoryProps) {
  const strip = useStrip(slug, { kind: 'deployment', key: slug, occurrence: 1 }, '24h');
  const { severity } = useVerdict(deployment);
  const pixels = Math.round(unit * height);
  if (!strip)
    return (
      <div className="wall-history">
        <StripPlace height={pixels} />
        {hasAxis && <div className="wall-axis wall-floor" />}
      </div>
    );
  const [from, to] = [Date.parse(strip.answer.from), Date.parse(strip.answer.to)];
  return (
    <div className="wall-history">
      <StatusStrip
        kind="deployment"
        strip={strip}
        present={severity}
        label="Overall status"
        height={pixels}
        scale={Math.max(1, unit)}
        isStill
      />
      {hasAxis && (
        <div className="wall-axis wall-floor">
          {strip.isOfSession ? (
            <>
              <span>{formatTime(from, zone)}</span>
              <span style={{ left: '50%' }}>{formatTime((from + to) / 2, zone)}</span>
            </>
          ) : (
            <Hours window={{ from, to }} zone={zone} />
          )}
          <b className="font-semibold text-text">now</b>
        </div>
      )}
    </div>
  );
}

/** Maximum number of time labels below the strip of a day. */
const mostHours = 8;
/** Fraction of the strip's width that stays without labels at each end. */
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
