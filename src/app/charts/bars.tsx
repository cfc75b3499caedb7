import type { BarShapeProps } from 'recharts';

/** Said beside a chart that has such bars. */
export const cutShort = 'hatched where the list is cut short and the real value may be higher';

const cutHeight = 7;

/** A bar and nothing more: Recharts' own is ready to move, which takes several times as long to draw. */
export function PlainBar({ x, y, width, height, fill }: BarShapeProps) {
  return <rect x={x} y={Math.min(y, y + height)} width={width} height={Math.abs(height)} fill={fill} />;
}

/** A bar of a list cut short: hatch at its outer end stands for what was not seen. */
function CutBar({ bar, hatchY }: { readonly bar: BarShapeProps; readonly hatchY: number }) {
  return (
    <g>
      <PlainBar {...bar} />
      <rect x={bar.x} y={hatchY} width={bar.width} height={cutHeight} fill="url(#hatch)" />
    </g>
  );
}

export function CutAbove(bar: BarShapeProps) {
  return <CutBar bar={bar} hatchY={Math.min(bar.y, bar.y + bar.height) - cutHeight - 1} />;
}

export function CutBelow(bar: BarShapeProps) {
  return <CutBar bar={bar} hatchY={Math.max(bar.y, bar.y + bar.height) + 1} />;
}
