import type { BarShapeProps } from 'recharts';

export const cutShort = 'hatched: list truncated, the real value may be higher';

const cutHeight = 7;

/** A plain bar. Recharts' own bar supports animation and takes several times as long to render. */
export function PlainBar({ x, y, width, height, fill }: BarShapeProps) {
  return <rect x={x} y={Math.min(y, y + height)} width={width} height={Math.abs(height)} fill={fill} />;
}

/** A bar of a truncated list. The hatch at its end stands for the unknown rest. */
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
