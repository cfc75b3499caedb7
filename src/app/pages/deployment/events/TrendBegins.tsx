import { useMoment } from '#app/ui/time/moment.ts';

/** Text in place of a chart with fewer than two points. It has the height of the chart. */
export function TrendBegins({ height }: { readonly height: number }) {
  const isPast = useMoment() !== null;
  return (
    <div
      className="flex items-center justify-center border-b border-line text-center text-text-2"
      style={{ height }}
    >
      <p>
        <b className="font-[580] text-text">{isPast ? 'No trend is known.' : 'The trend begins now.'}</b>
        <br />
        At most one point is known {isPast ? 'up to this moment' : 'so far'}.
      </p>
    </div>
  );
}
