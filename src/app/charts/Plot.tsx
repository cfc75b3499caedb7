import { createContext, type ReactElement, type ReactNode, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ResponsiveContainer, useActiveTooltipDataPoints, useIsTooltipActive } from 'recharts';
import { useWidth } from '../ui/use-width.ts';
import { useTurn } from './turns.ts';

const ReadoutLine = createContext<HTMLElement | null>(null);

/** A Recharts chart of fixed height with the one line above it that {@link Readout} writes. */
export function Plot({
  height,
  label,
  children,
}: {
  readonly height: number;
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  readonly children: ReactElement;
}) {
  const [line, setLine] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState(false);
  const isOurTurn = useTurn();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      // Recharts lets its layers take the focus of a click; the plot alone shows it.
      className="[&_g[tabindex='-1']:focus]:outline-none"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* Spoken while the keys move through the plot, not at every refresh. */}
      <div
        ref={setLine}
        aria-live={focused ? 'polite' : 'off'}
        className="caption min-h-5 truncate pt-1 text-text-2"
      />
      <ReadoutLine value={line}>
        {isOurTurn && width > 0 ? (
          // Its own measuring would have each chart drawn twice, the second time in one piece.
          <ResponsiveContainer width={width} height={height}>
            {children}
          </ResponsiveContainer>
        ) : (
          <div style={{ height }} />
        )}
      </ReadoutLine>
    </div>
  );
}

/** What of a chart is drawn a turn after what stands before it: all at once can take longer than keys and frames may wait. */
export function NextTurn({ children }: { readonly children: ReactNode }) {
  return useTurn() && children;
}

/** Writes the line above the plot; stands inside a {@link Plot}. */
export function ReadoutText({ children }: { readonly children: ReactNode }) {
  const line = useContext(ReadoutLine);
  return line ? createPortal(children, line) : null;
}

/**
 * What stands in the line above the plot: the point under the pointer or the arrow keys. Goes into a chart beside
 * `<Tooltip content={noBox} cursor={cursorRule} />`.
 */
export function Readout<Point extends object>({
  points,
  read,
  rest = null,
}: {
  /** The data of the chart. */
  readonly points: readonly Point[];
  readonly read: (point: Point) => ReactNode;
  /** What stands there while no point is chosen. */
  readonly rest?: ReactNode;
}) {
  const active = useIsTooltipActive();
  const chosen = useActiveTooltipDataPoints();
  const point = active ? points.find((each) => each === chosen?.[0]) : undefined;
  return <ReadoutText>{point === undefined ? rest : read(point)}</ReadoutText>;
}

/** No floating box: the readout tells. */
export function noBox(): null {
  return null;
}
