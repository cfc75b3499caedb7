import { Icon } from '#app/ui/elements/Icon.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { formatExact } from '#domain/text/format.ts';
import type { RowRange } from '../rows/row-keys.ts';
import { jumpStep } from './jump-step.ts';

/** "101–112 of ": the rows in view. On a phone, where a long list is one long way, it is also the way to any part of it. */
export function RowJump({
  range,
  count,
  onJump,
}: {
  readonly range: RowRange;
  readonly count: number;
  /** @param row - that is to be the first in view. */
  readonly onJump: (row: number) => void;
}) {
  const phone = usePhone();
  const { first } = range;
  const last = Math.min(range.last, count - 1);
  const step = jumpStep(count);
  if (last < first) return null;
  const shown = (
    <b className="font-semibold">
      {formatExact(first + 1)}
      {last > first && `–${formatExact(last + 1)}`}
    </b>
  );
  return (
    <span className="no-print">
      {phone && count > step ? (
        <span className="relative -my-3 inline-flex min-h-11 items-center gap-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
          {shown}
          <Icon name="caret" className="size-3 shrink-0" />
          <select
            aria-label="Go to rows"
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            // None of the parts: choosing the one that one is in leads to its first row.
            value=""
            onChange={(event) => onJump(Number(event.target.value))}
          >
            <option value="" hidden>
              {formatExact(first + 1)}–{formatExact(last + 1)}
            </option>
            {Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step).map((start) => (
              <option key={start} value={start}>
                {formatExact(start + 1)}–{formatExact(Math.min(start + step, count))}
              </option>
            ))}
          </select>
        </span>
      ) : (
        shown
      )}{' '}
      of{' '}
    </span>
  );
}
