import { formatTime } from '#domain/text/format.ts';

/** Start, middle and end of the span of the strips above. */
export function TimeAxis({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <div className="flex justify-between text-[11px] leading-[14px] text-text-3">
      <span>{formatTime(from)}</span>
      <span>{formatTime((from + to) / 2)}</span>
      <b className="font-semibold text-text">now</b>
    </div>
  );
}
