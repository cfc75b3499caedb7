import { useSearchParams } from 'react-router';
import { hostNow } from '#app/ui/time/clock.ts';
import { zoneNamed } from '#domain/history/local-days.ts';
import { pageRanges } from '#domain/history/named-ranges.ts';
import { zoneName } from '#domain/history/past/moment-field.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type Range, windowOf } from '#domain/history/windows.ts';
import { RangeFields } from './RangeFields.tsx';

/** Choices of a range by its name, or by its start and end, in the time zone of the address. */
export default function ChooseRange({
  range,
  onChoose,
}: {
  readonly range: Range;
  readonly onChoose: (window: Window) => void;
}) {
  const [parameters, setParameters] = useSearchParams();
  const zone = zoneNamed(parameters.get('zone') ?? '') ?? 'UTC';
  const zones = new Set(['UTC', zoneName(), zone]);
  const chooseZone = (next: string) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === 'UTC') changed.delete('zone');
        else changed.set('zone', next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const now = hostNow();
  return (
    <div className="grid md:w-[34rem] gap-3 p-3">
      <ul aria-label="Ranges" className="m-0 flex list-none flex-wrap gap-2 p-0">
        {pageRanges(now, zone).map((each) => (
          <li key={each.name}>
            <button type="button" className="control max-md:min-h-11" onClick={() => onChoose(each)}>
              {each.name}
            </button>
          </li>
        ))}
      </ul>
      {zones.size > 1 && (
        <label className="flex items-center gap-1.5">
          Times in
          <select
            className="control max-md:min-h-11"
            value={zone}
            onChange={({ target }) => chooseZone(target.value)}
          >
            {[...zones].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <RangeFields range={windowOf(range, now)} zone={zone} onChoose={onChoose} />
    </div>
  );
}
