import { RangeControl } from '#app/components/history/RangeControl.tsx';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { type ShownTime, useValueScale, valueScales } from './shown-time.ts';

/**
 * Controls above a chart over time: range of time and scale of values.
 * @param shown - `null` if the chart has one time only, so that no range can be selected.
 */
export function TimeControls({ shown }: { readonly shown: ShownTime | null }) {
  const [scale, setScale] = useValueScale();
  return (
    <span className="no-print flex flex-wrap items-center gap-2">
      {shown?.back && (
        <button type="button" className="control" onClick={shown.back}>
          {shown.name}, back
        </button>
      )}
      {shown && <RangeControl range={shown.range} onRange={shown.setRange} />}
      <Segmented label="Scale of values" value={scale} options={valueScales} onChange={setScale} />
    </span>
  );
}
