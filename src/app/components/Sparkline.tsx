export interface SparkPoint {
  readonly at: number;
  readonly value: number;
}

const width = 1000;
const height = 100;

/** A line with its area, without axes: breaks between its runs, hatch where nothing was read. */
export function Sparkline({
  runs,
  gaps,
  span,
  high,
  colour,
  pixels,
}: {
  /** Points that may be joined, in order. */
  readonly runs: readonly (readonly SparkPoint[])[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Time from the left edge to the right one, epoch milliseconds. */
  readonly span: { readonly from: number; readonly to: number };
  /** The value at the top; zero is at the foot. */
  readonly high: number;
  readonly colour: string;
  /** Height. */
  readonly pixels: number;
}) {
  const x = (at: number) => place(at, span.from, span.to) * width;
  const y = (value: number) => height - place(value, 0, high) * height;
  return (
    <svg aria-hidden="true" width="100%" height={pixels} className="block overflow-visible">
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={`${x(from) / 10}%`}
          width={`${(x(to) - x(from)) / 10}%`}
          height="100%"
          fill="url(#hatch)"
        />
      ))}
      {/* Only the lines are stretched: the hatch keeps its angle. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        overflow="visible"
      >
        <path d={`M0 ${height}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        {runs.map((run) => {
          const [first] = run;
          const last = run.at(-1);
          if (!first || !last) return null;
          const line = run.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(2)}`).join('L');
          return (
            <g key={first.at}>
              <path
                d={`M${x(first.at)} ${height}L${line}L${x(last.at)} ${height}z`}
                fill={colour}
                fillOpacity="0.28"
              />
              <path
                d={`M${line}${run.length === 1 ? 'h0' : ''}`}
                fill="none"
                stroke={colour}
                strokeWidth={run.length === 1 ? 4 : 1.5}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          );
        })}
      </svg>
    </svg>
  );
}

/** From 0 to 1; a span of nothing has its one place in the middle. */
function place(value: number, from: number, to: number): number {
  return to > from ? (value - from) / (to - from) : 0.5;
}
