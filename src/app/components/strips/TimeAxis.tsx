import { formatTime } from '#domain/text/format.ts';

export function TimeAxis({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <div className="flex justify-between text-[11px] leading-[14px] text-text-3">
      <span>{formatTime(from)}</span>
      <span>{formatTime((from + to) / 2)}</span>
      <b className="font-semibold text-text">now</b>
    </div>
  );
}
