import { Icon } from '#app/ui/elements/Icon.tsx';
import { Popup } from '#app/ui/elements/Popup.tsx';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { chosenRange, isUsual, lastsUntil, type Range, rangeName, windowOf } from '#domain/history/windows.ts';
import { rangeOptions } from './range.ts';

const ChooseRange = lazyPart(() => import('./ChooseRange.tsx'));

interface RangeControlProps {
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}

/** Selects the time that a page shows: a usual range, or a chosen one with the ranges before and after it. */
export function RangeControl({ range, onRange }: RangeControlProps) {
  return (
    <div className="no-print inline-flex flex-wrap items-center justify-end gap-2">
      {!isUsual(range) && <Steps range={range} onRange={onRange} />}
      <Popup label={isUsual(range) ? 'From–to' : `${rangeName(range)} UTC`} opens="down" isWide>
        {(close) => (
          <ChooseRange
            range={range}
            onChoose={(window) => {
              onRange(chosenRange(window));
              close();
            }}
          />
        )}
      </Popup>
      <Segmented<Range> label="Range of time" value={range} options={rangeOptions} onChange={onRange} />
    </div>
  );
}

/** Steps by the length of the range. */
function Steps({ range, onRange }: RangeControlProps) {
  const now = hostNow();
  const { from, to } = windowOf(range, now);
  const length = to - from;
  const steps = [
    { name: 'Earlier', window: { from: from - length, to: from }, isPossible: true },
    { name: 'Later', window: { from: to, to: to + length }, isPossible: !lastsUntil(range, now) },
  ];
  return steps.map(({ name, window, isPossible }) => (
    <button
      key={name}
      type="button"
      aria-label={`${name} by the same length`}
      disabled={!isPossible}
      className="control max-md:min-h-11"
      onClick={() => onRange(chosenRange(window))}
    >
      <Icon name="caret" className={`size-3.5 ${name === 'Earlier' ? 'rotate-90' : '-rotate-90'}`} />
    </button>
  ));
}
