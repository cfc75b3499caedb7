import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import type { ChangeMark } from './change-marks.ts';

/** Text in a plot has an outline in the background colour, so that no hatch is behind it. */
export const ground = {
  stroke: 'var(--bg)',
  strokeWidth: 4,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const;

export function ChangeMarks({ marks }: { readonly marks: readonly ChangeMark[] }) {
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  const shown = marks.map(({ key, at, severity, label }, index) => {
    const x = scale(at);
    if (x === undefined) return null;
    const y = plot.y + 6 + index * 18;
    const before = x > plot.x + plot.width / 2;
    return (
      <g key={key} pointerEvents="none">
        <path
          d={`M${x} ${y + 8}V${plot.y + plot.height}`}
          stroke="var(--text-2)"
          strokeWidth="1.2"
          strokeDasharray="1.5 3"
        />
        <g transform={`translate(${x - 6} ${y - 6})`}>
          <StatusGlyph severity={severity} size={12} />
        </g>
        <text
          x={before ? x - 11 : x + 11}
          y={y + 4}
          textAnchor={before ? 'end' : 'start'}
          fontSize={12}
          fontWeight={560}
          fill="var(--text)"
          {...ground}
        >
          {label}
        </text>
      </g>
    );
  });
  return <ZIndexLayer zIndex={DefaultZIndexes.label}>{shown}</ZIndexLayer>;
}
