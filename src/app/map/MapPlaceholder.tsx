import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { placeMarks } from './layout/layout.ts';
import { project } from './layout/projection.ts';
import { glyphSize } from './Marks.tsx';
import { useView } from './view/use-view.ts';
import { Buttons, heightOf, marginOf, type WorldMapProps } from './WorldMap.tsx';

const width = 720;

/**
 * Server-rendered map: every mark, scaled to the width of the page, which the host does not know. The app
 * adds names, which must not overlap, and land, which would be 50 % larger than the whole document.
 */
export function MapPlaceholder({ places, label, ratio }: WorldMapProps) {
  const size = { width, height: heightOf(width, ratio) };
  const movable = useView(places.map(project), size, marginOf(size));
  const { view } = movable;
  const marks = placeMarks(places, { scale: view.scale }).map((mark) => {
    const side = Math.round(glyphSize(mark));
    return {
      ...mark.place,
      side,
      x: Math.round(mark.x + view.x - side / 2),
      y: Math.round(mark.y + view.y - side / 2),
    };
  });
  return (
    <div className="relative">
      <div
        role="group"
        aria-label={label}
        className="world-map relative min-h-50 overflow-hidden"
        style={{ aspectRatio: 1 / ratio }}
      >
        <svg viewBox={`0 0 ${width} ${size.height}`} aria-hidden="true" className="absolute size-full">
          {marks.toReversed().map(({ code, state, side, x, y }) => (
            <g key={code} transform={`translate(${x} ${y})`}>
              <StatusGlyph severity={state.severity} size={side} tight={false} />
            </g>
          ))}
        </svg>
      </div>
      <Buttons view={movable} />
    </div>
  );
}
