import { isGood } from '#domain/severity/severity.ts';
import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { convexHull } from './layout/hull.ts';
import { type Mark, type Name, shortened } from './layout/layout.ts';

/**
 * Size of a mark's box divided by the radius of its disc: the disc of the good mark has a radius of 6 in a
 * box of 16.
 */
const boxOfDisc = 16 / 6;

export function glyphSize({ place, radius }: Mark): number {
  return isGood(place.state.severity) ? radius * boxOfDisc : radius * 1.9;
}

/** Draws marks from the last to the first, so that the worst mark is on top. */
export function Marks({ marks, names }: { readonly marks: readonly Mark[]; readonly names: readonly Name[] }) {
  const lines = new Map(names.flatMap(({ place, line }) => (line ? [[place.code, line] as const] : [])));
  return (
    <>
      {marks.map(({ place, x, y }) => {
        const line = lines.get(place.code);
        return (
          line && (
            <line key={place.code} x1={x} y1={y} x2={line.x} y2={line.y} stroke="var(--text)" strokeWidth={1} />
          )
        );
      })}
      {marks.map(
        ({ home, place, x, y }) =>
          home && (
            <line
              key={place.code}
              x1={home.x}
              y1={home.y}
              x2={x}
              y2={y}
              stroke="var(--text-3)"
              strokeWidth={0.7}
            />
          ),
      )}
      {marks.toReversed().map((mark) => {
        const { place, x, y, radius } = mark;
        const size = glyphSize(mark);
        const problem = !isGood(place.state.severity);
        return (
          <g key={place.code}>
            <circle cx={x} cy={y} r={problem ? radius * 1.35 : radius + 1} fill="var(--bg)" />
            <g transform={`translate(${x - size / 2} ${y - size / 2})`}>
              <StatusGlyph severity={place.state.severity} size={size} tight={false} />
            </g>
          </g>
        );
      })}
    </>
  );
}

export function Ring({ mark: { x, y, radius } }: { readonly mark: Mark }) {
  return <circle cx={x} cy={y} r={radius + 7} fill="none" stroke="var(--text)" strokeWidth={2} />;
}

export function Names({ names }: { readonly names: readonly Name[] }) {
  return names.map(({ place, x, y, city, urgent }) => (
    <text
      key={place.code}
      x={x}
      y={y}
      dominantBaseline="central"
      className="map-name"
      fill={urgent ? 'var(--text)' : 'var(--text-2)'}
    >
      {city !== null && (
        <>
          <tspan data-verbatim="" fontSize={12.5} fontWeight={600} style={{ unicodeBidi: 'isolate' }}>
            {city}
          </tspan>{' '}
        </>
      )}
      <tspan
        data-verbatim=""
        className="mono"
        style={{ fontSize: 11 }}
        dx={city === null ? 0 : 2}
        fill={city === null ? undefined : 'var(--text-2)'}
      >
        {shortened(place.code)}
      </tspan>
    </text>
  ));
}

export function ZoneOutlines({ marks }: { readonly marks: readonly Mark[] }) {
  const zones = new Map<string, Mark[]>();
  for (const mark of marks) {
    const { zone } = mark.place;
    if (zone !== null) zones.set(zone, [...(zones.get(zone) ?? []), mark]);
  }
  return [...zones].map(([zone, zoneMarks]) => {
    const hull = convexHull(zoneMarks.map(({ x, y, home }) => home ?? { x, y }));
    const path = `M${hull.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`;
    return (
      <g key={zone} aria-hidden="true" fill="none" strokeLinejoin="round" strokeLinecap="round">
        <path d={path} stroke="var(--line-strong)" strokeWidth={27} fill="var(--line-strong)" opacity={0.55} />
        <path d={path} stroke="var(--land)" strokeWidth={25} fill="var(--land)" opacity={0.55} />
      </g>
    );
  });
}
