import { rangeOptions } from '#app/components/history/range.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import type { Range } from '#domain/history/windows.ts';

export function RangeOfLog(props: { readonly range: Range; readonly onRange: (range: Range) => void }) {
  return (
    <Segmented label="Range of time" value={props.range} options={rangeOptions} onChange={props.onRange} />
  );
}
