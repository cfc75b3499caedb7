import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { moveAlong } from '../move-along.ts';

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly figure: ReactNode;
  readonly more?: ReactNode;
  readonly to?: string;
  /** Colour of the bar, by category. Default: the colour of data. */
  readonly colour?: string;
  /** Whether the bar is the sum of all remaining items. It is lighter and has a cut end. */
  readonly rest?: boolean;
}

/** Bar chart from zero that screen readers read as a list. It is one tab stop. */
export function BarList({
  bars,
  label,
  labelWidth = '9rem',
  most = Math.max(...bars.filter((bar) => bar.rest !== true).map((bar) => bar.value), 0),
}: {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly labelWidth?: string;
  /**
   * Value of a full bar. Set it to compare with another list. Default: the largest value, without `rest`
   * bars.
   */
  readonly most?: number;
}) {
  const entry = bars.find((bar) => bar.to !== undefined);
  const hasMore = bars.some((bar) => bar.more !== undefined);
  // One grid for all rows. Otherwise equal values would have bars of different length beside figures of
  // different width.
  return (
    <ul
      aria-label={label}
      onKeyDown={moveAlong}
      className="m-0 grid list-none gap-x-3 p-0"
      style={{ gridTemplateColumns: `${labelWidth} 1fr fit-content(60%)${hasMore ? ' fit-content(40%)' : ''}` }}
    >
      {bars.map((bar) => (
        <li key={bar.key} className="col-span-full grid grid-cols-subgrid items-center border-b border-line">
          <span className="truncate">
            {bar.to === undefined ? (
              bar.label
            ) : (
              <Link to={bar.to} tabIndex={bar === entry ? 0 : -1} className="link block truncate py-[3px]">
                {bar.label}
              </Link>
            )}
          </span>
          <span aria-hidden="true" className="drains-fill block h-2">
            <span
              className="block h-full"
              style={{
                width: `${most > 0 ? Math.min(100, (bar.value / most) * 100) : 0}%`,
                minWidth: bar.value > 0 ? 1 : 0,
                background: bar.rest ? 'var(--data-2)' : (bar.colour ?? 'var(--data)'),
                clipPath: bar.rest ? 'polygon(0 0, 100% 0, calc(100% - 6px) 100%, 0 100%)' : undefined,
              }}
            />
          </span>
          <span className="drains truncate text-right">{bar.figure}</span>
          {bar.more !== undefined && <span className="truncate text-right text-text-3">{bar.more}</span>}
        </li>
      ))}
    </ul>
  );
}
