import { createContext, type ReactElement, type ReactNode, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ResponsiveContainer, useActiveTooltipDataPoints, useIsTooltipActive } from 'recharts';
import { useWidth } from '../ui/use-width.ts';
import { useChartSlot } from './chart-scheduler.ts';

const ReadoutLine = createContext<HTMLElement | null>(null);

/** A Recharts chart of fixed height, with a line of text above it that {@link Readout} fills. */
export function Plot({
  height,
  label,
  children,
}: {
  readonly height: number;
  readonly label: string;
  readonly children: ReactElement;
}) {
  const [line, setLine] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState(false);
  const hasSlot = useChartSlot();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      // A click focuses a layer inside Recharts. Its outline is hidden, because the plot itself shows the
      // focus.
      className="[&_g[tabindex='-1']:focus]:outline-none"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* The readout is announced only while keys move through the plot, not at every refresh. */}
      <div
        ref={setLine}
        aria-live={focused ? 'polite' : 'off'}
        className="caption min-h-5 truncate pt-1 text-text-2"
      />
      <ReadoutLine value={line}>
        {hasSlot && width > 0 ? (
          // If `ResponsiveContainer` measured itself, it would render each chart twice, the second time
          // synchronously.
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

/** Renders its children in a later task. Rendering a complete chart at once can delay input and frames. */
export function InLaterTask({ children }: { readonly children: ReactNode }) {
  return useChartSlot() && children;
}

/** Puts its children into the line of text above the surrounding {@link Plot}. */
export function ReadoutText({ children }: { readonly children: ReactNode }) {
  const line = useContext(ReadoutLine);
  return line ? createPortal(children, line) : null;
}

/**
 * Shows the result of `read` in the line above the plot, for the point under the pointer or the arrow keys.
 * Without such a point it shows `rest`. Use it beside `<Tooltip content={noBox} cursor={cursorRule} />`.
 */
export function Readout<Point extends object>({
  points,
  read,
  rest = null,
}: {
  readonly points: readonly Point[];
  readonly read: (point: Point) => ReactNode;
  readonly rest?: ReactNode;
}) {
  const active = useIsTooltipActive();
  const chosen = useActiveTooltipDataPoints();
  const point = active ? points.find((each) => each === chosen?.[0]) : undefined;
  return <ReadoutText>{point === undefined ? rest : read(point)}</ReadoutText>;
}

/** Content for a Recharts `Tooltip` that shows no box, because {@link Readout} shows the text. */
export function noBox(): null {
  return null;
}
