import { RangeControl } from '#app/components/history/RangeControl.tsx';
import { useRange } from '#app/components/history/range.ts';

/** Selects the time of the strips and of the recent changes. */
export default function OverviewRange() {
  const [range, choose] = useRange();
  return <RangeControl range={range} onRange={choose} />;
}
