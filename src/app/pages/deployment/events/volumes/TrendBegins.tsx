import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { formatClock } from '#domain/text/format.ts';

const further = ['No response yet', 'First response at', 'Two responses so far, the last at'] as const;

/** Text in place of a chart with too few readings, with the chart's height. */
export function TrendBegins({
  readings,
  height,
}: {
  /** Fewer than a line needs. */
  readonly readings: readonly VolumeReading[];
  readonly height: number;
}) {
  const last = readings.at(-1);
  return (
    <div
      className="mt-3 flex items-center justify-center border-b border-line px-4 text-center text-text-2"
      style={{ height }}
    >
      <p>
        <b className="font-[580] text-text">The trend begins now.</b>
        <br />
        {further[readings.length]}
        {last && ` ${formatClock(last.at)} UTC`}; three make a line.
      </p>
    </div>
  );
}
