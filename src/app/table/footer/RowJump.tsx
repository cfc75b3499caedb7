import type { ReactNode } from 'react';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { formatExact } from '#domain/text/format.ts';
import type { RowRange } from '../rows/row-keys.ts';
import { jumpStep } from './jump-step.ts';

/** Numbers of the first and last row in view, such as "101–112". */
export function RowsInView({ range: { first, last } }: { readonly range: RowRange }) {
  return (
    <b className="font-semibold">
      {formatExact(first + 1)}
      {last > first && `–${formatExact(last + 1)}`}
    </b>
  );
}

/** Navigation in a long list on a phone: one screen of rows up or down, or a jump to any part. */
export function RowJump({
  range: { first, last },
  count,
  onJump,
}: {
  readonly range: RowRange;
  readonly count: number;
  readonly onJump: (row: number) => void;
}) {
  const step = jumpStep(count);
  const screen = Math.max(1, last - first + 1);
  return (
    <div role="group" aria-label="Rows in view" className="flex min-w-0 grow gap-2">
      <StepButton label="Previous rows" isOver={first <= 0} onTurn={() => onJump(Math.max(0, first - screen))}>
        <path d="M13 8H3M7 3.8 2.8 8 7 12.2" />
      </StepButton>
      <span className="control relative inline-flex min-h-11 min-w-0 grow items-center justify-center gap-1.5 whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
        <span className="truncate">
          <RowsInView range={{ first, last }} /> <span className="text-text-2">of {formatExact(count)}</span>
        </span>
        <Icon name="caret" className="size-3 shrink-0" />
        <select
          aria-label="Go to rows"
          className="absolute inset-0 w-full cursor-pointer opacity-0"
          // The value is always empty, so that the same entry can be chosen again.
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
      <StepButton label="Next rows" isOver={last >= count - 1} onTurn={() => onJump(last + 1)}>
        <path d="M3 8h10M9 3.8 13.2 8 9 12.2" />
      </StepButton>
    </div>
  );
}

function StepButton({
  label,
  isOver,
  onTurn,
  children,
}: {
  readonly label: string;
  /** Whether there are no more rows in this direction. The button stays, because it may have the focus. */
  readonly isOver: boolean;
  readonly onTurn: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOver}
      className={`control inline-flex min-h-11 w-11 shrink-0 items-center justify-center p-0 ${isOver ? 'border-line-strong text-text-3' : ''}`}
      onClick={() => !isOver && onTurn()}
    >
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        {children}
      </svg>
    </button>
  );
}
