import { useRef } from 'react';
import { Link } from 'react-router';
import { useWidth } from '../ui/use-width.ts';
import { useMeasureText } from './layout/measure-text.ts';
import { borders, land } from './layout/projection.ts';
import { type Here, layOutRings, type Near } from './layout/ring-layout.ts';
import { Marks, Names } from './Marks.tsx';

interface RingMapProps {
  readonly here: Here;
  readonly near: readonly Near[];
  /** Height of the map divided by its width. */
  readonly ratio?: number;
}

/** Map around a place, with rings of equal distance. Distances from the centre are to scale. */
export function RingMap({ here, near, ratio = 0.86 }: RingMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const measureText = useMeasureText();
  const height = Math.round(width * ratio);
  const { marks, names, rings, path } = layOutRings(here, near, { width, height }, measureText);
  const [middle, ...around] = marks;
  return (
    <div ref={box} translate="no" className="relative overflow-hidden">
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          aria-hidden="true"
          className="fits-paper block"
        >
          <path d={path(land)} fill="var(--land)" />
          <path d={path(borders)} fill="none" stroke="var(--bg)" />
          {rings.map((ring) => (
            <path
              key={ring.kilometres}
              d={ring.path}
              fill="none"
              stroke="var(--text-3)"
              strokeWidth={0.8}
              strokeDasharray="1 4"
            />
          ))}
          {around.map(({ place, x, y }) => (
            <line key={place.code} x1={middle?.x} y1={middle?.y} x2={x} y2={y} stroke="var(--text-3)" />
          ))}
          {rings.map(({ kilometres, text, textAt, width: wide }) => (
            <text
              key={kilometres}
              x={textAt.x + wide / 2}
              y={textAt.y}
              textAnchor="middle"
              dominantBaseline="central"
              className="map-name"
              fontSize={11}
              fill="var(--text-2)"
            >
              {text}
            </text>
          ))}
          <Marks marks={marks} names={names} />
          <Names names={names} />
        </svg>
      )}
      {around.map(({ place, x, y }) => (
        <Link
          key={place.code}
          to={place.to}
          aria-hidden="true"
          tabIndex={-1}
          title={place.label}
          className="absolute size-6 rounded-full"
          style={{ left: x - 12, top: y - 12 }}
        />
      ))}
    </div>
  );
}
