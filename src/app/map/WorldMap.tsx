import { type KeyboardEvent, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { isGood } from '../../domain/severity.ts';
import { useWidth } from '../ui/use-width.ts';
import { layOut, type MapPlace, type Mark } from './layout.ts';
import { Marks, Names, ZoneOutlines } from './Marks.tsx';
import { measureText } from './measure-text.ts';
import { nearestInDirection, targetSizes } from './nearest.ts';
import { landPath, project } from './projection.ts';
import { useGestures } from './use-gestures.ts';
import { type MovableView, useView } from './use-view.ts';
import { anchorOf } from './view.ts';

export interface WorldMapProps {
  readonly places: readonly MapPlace[];
  readonly label: string;
  /** Height over width; a phone's map is never lower than 200 px. */
  readonly ratio: number;
  readonly zones?: boolean;
  /** The code of a region to be pointed at. */
  readonly lit?: string | null;
  readonly onLit?: (code: string | null) => void;
}

const leastHeight = 200;
const keyStep = 60;
const keyZoom = 1.5;

/** The world with every region at its place. Focus goes from the worst to the best; the arrow keys go by place. */
export function WorldMap(props: WorldMapProps) {
  const { places, label, ratio, zones = false, lit = null, onLit } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const size = { width, height: Math.max(leastHeight, Math.round(width * ratio)) };
  const movable = useView(places.map(project), size, 26);
  const { view, fitted } = movable;
  const gestures = useGestures(box, movable);
  // Names keep clear of the edges only where the edges stay where they are.
  const frame = fitted
    ? { left: 2 - view.x, top: 2 - view.y, right: width - 2 - view.x, bottom: size.height - 2 - view.y }
    : undefined;
  const { marks, names } = useLayout(places, view.scale, frame && JSON.stringify(frame));
  const { x, y, reach } = fitted ? { ...view, reach: { x: 0, y: 0 } } : anchorOf(view, size);
  return (
    <div className="relative">
      <div
        ref={box}
        role="group"
        aria-label={label}
        className="world-map relative overflow-hidden"
        style={{ height: size.height, touchAction: fitted ? 'pan-x pan-y' : 'none' }}
        tabIndex={0}
        onKeyDown={(event) => onKey(event, movable)}
        {...gestures}
      >
        {/* Moved as a whole: what is drawn once is not drawn again while it is only pushed about. */}
        <div
          className="relative h-full"
          style={
            fitted ? {} : { transform: `translate(${view.x - x}px, ${view.y - y}px)`, willChange: 'transform' }
          }
        >
          {width > 0 && (
            <svg
              viewBox={`${-reach.x} ${-reach.y} ${width + 2 * reach.x} ${size.height + 2 * reach.y}`}
              width={width + 2 * reach.x}
              height={size.height + 2 * reach.y}
              aria-hidden="true"
              className="fits-paper absolute"
              style={{ left: -reach.x, top: -reach.y }}
            >
              <path d={landPath()} transform={`translate(${x} ${y}) scale(${view.scale})`} fill="var(--land)" />
              <g transform={`translate(${x} ${y})`}>
                {zones && <ZoneOutlines marks={marks} />}
                <Marks marks={marks} names={names} lit={lit} />
                <Names names={names} />
              </g>
            </svg>
          )}
          <Targets marks={marks} view={movable} anchor={`translate(${x}px, ${y}px)`} onLit={onLit} />
        </div>
      </div>
      <Buttons view={movable} />
    </div>
  );
}

/** Panning, which changes neither places nor scale, lays out nothing anew: the compiler does not see to that in a hook. */
function useLayout(places: readonly MapPlace[], scale: number, frame: string | undefined) {
  return useMemo(() => {
    const measure = (text: string, kind: 'city' | 'code') => measureText(text, kind, 12.5);
    return layOut(places, { scale, frame: frame === undefined ? undefined : JSON.parse(frame), measure });
  }, [places, scale, frame]);
}

function onKey(event: KeyboardEvent<HTMLElement>, { zoom, pan, fit, keep }: MovableView): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onMark = event.target !== event.currentTarget;
  const act = {
    '+': () => zoom(keyZoom),
    '=': () => zoom(keyZoom),
    '-': () => zoom(1 / keyZoom),
    '0': fit,
    ...(onMark
      ? {}
      : {
          ArrowLeft: () => pan(keyStep, 0),
          ArrowRight: () => pan(-keyStep, 0),
          ArrowUp: () => pan(0, keyStep),
          ArrowDown: () => pan(0, -keyStep),
        }),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
  if (event.key !== '0') keep();
}

/** The links over the marks; they move with the plane. */
function Targets({
  marks,
  view: { view, pan },
  anchor,
  onLit,
}: {
  readonly marks: readonly Mark[];
  readonly view: MovableView;
  /** Where the plane is drawn, as a transform. */
  readonly anchor: string;
  readonly onLit: WorldMapProps['onLit'];
}) {
  const list = useRef<HTMLUListElement>(null);
  const go = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = links.findIndex((link) => link === document.activeElement);
    const next = nearestInDirection(marks, from, event.key);
    if (next === null) return;
    event.preventDefault();
    links[next]?.focus({ preventScroll: true });
  };
  const codeOf = (target: EventTarget) =>
    target instanceof Element ? (target.closest('a')?.dataset['region'] ?? null) : null;
  const light = (target: EventTarget) => onLit?.(codeOf(target));
  const onFocus = (target: EventTarget) => {
    light(target);
    const mark = marks.find(({ place }) => place.code === codeOf(target));
    const edges = list.current?.parentElement;
    if (!mark || !edges) return;
    const [left, top] = [mark.x + view.x, mark.y + view.y];
    const { clientWidth, clientHeight } = edges;
    if (left < 0 || top < 0 || left > clientWidth || top > clientHeight)
      pan(clientWidth / 2 - left, clientHeight / 2 - top);
  };
  return (
    <ul
      ref={list}
      aria-label="Regions, worst first"
      className="absolute top-0 left-0 m-0 list-none p-0"
      style={{ transform: anchor }}
      onKeyDown={go}
      onFocus={(event) => onFocus(event.target)}
      onBlur={() => onLit?.(null)}
      onPointerOver={(event) => light(event.target)}
      onPointerOut={() => onLit?.(null)}
    >
      <TargetLinks marks={marks} />
    </ul>
  );
}

/** A link for every mark, the worst first in the order of focus; of the good ones only the first is a stop of its own. */
function TargetLinks({ marks }: { readonly marks: readonly Mark[] }) {
  const firstGood = marks.findIndex(({ place }) => isGood(place.state.severity));
  const targets = targetSizes(marks);
  return marks.map(({ place, x, y }, index) => {
    const target = targets[index] ?? 0;
    return (
      <li key={place.code}>
        <Link
          to={place.to}
          aria-label={place.label}
          title={place.label}
          data-region={place.code}
          tabIndex={firstGood < 0 || index <= firstGood ? 0 : -1}
          draggable={false}
          className="absolute rounded-full"
          style={{
            width: target,
            height: target,
            left: x - target / 2,
            top: y - target / 2,
            zIndex: isGood(place.state.severity) ? 1 : 2,
          }}
        />
      </li>
    );
  });
}

function Buttons({ view: { zoom, fit, keep, fitted } }: { readonly view: MovableView }) {
  const zoomBy = (factor: number) => {
    zoom(factor);
    keep();
  };
  return (
    <div className="no-print absolute bottom-0 left-0 z-10 flex bg-bg max-md:static">
      <button
        type="button"
        className="control size-7 p-0 max-md:size-11"
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => zoomBy(keyZoom)}
      >
        +
      </button>
      <button
        type="button"
        className="control -ml-px size-7 p-0 max-md:size-11"
        aria-label="Zoom out"
        title="Zoom out (-)"
        onClick={() => zoomBy(1 / keyZoom)}
      >
        −
      </button>
      <button
        type="button"
        className="control -ml-px h-7 px-2 max-md:h-11"
        disabled={fitted}
        title="Fit to the regions (0)"
        onClick={fit}
      >
        Fit
      </button>
    </div>
  );
}
