import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { ResponsiveContainer, useActiveTooltipDataPoints, useIsTooltipActive } from 'recharts';

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
  return (
    <div role="group" aria-label={label}>
      <div ref={setLine} aria-live="polite" className="caption flex min-h-5 items-end truncate text-text-2" />
      <ReadoutLine value={line}>
        <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 400, height }}>
          {children}
        </ResponsiveContainer>
      </ReadoutLine>
    </div>
  );
}

/** The line above the plot: stands where a chart has its tooltip, beside `<Tooltip content={noBox} cursor={cursorRule} />`. */
export function Readout<Point>({
  read,
  rest = null,
}: {
  /** What is said of the points under the pointer or the arrow keys. */
  readonly read: (points: readonly Point[]) => ReactNode;
  /** What stands there otherwise. */
  readonly rest?: ReactNode;
}) {
  const line = useContext(ReadoutLine);
  const active = useIsTooltipActive();
  const points = useActiveTooltipDataPoints<Point>();
  if (!line) return null;
  return createPortal(active && points !== undefined && points.length > 0 ? read(points) : rest, line);
}

/** No floating box: the readout tells. */
export function noBox(): null {
  return null;
}
