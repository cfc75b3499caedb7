import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isGood } from '#domain/severity/severity.ts';
import { moveAlong } from '../ui/move-along.ts';
import { useWidth } from '../ui/use-width.ts';
import { anchorOf, type Point, type Size } from '../url/map-view.ts';
import { Callout } from './Callout.tsx';
import type { InsetFrame } from './layout/inset-frame.ts';
import { layOut, type MapPlace, type Mark } from './layout/layout.ts';
import { useMeasureText } from './layout/measure-text.ts';
import { targetSizes } from './layout/nearest.ts';
import { borders, land, project, worldPath } from './layout/projection.ts';
import { Marks, Names, Ring, ZoneOutlines } from './Marks.tsx';
import { useGestures } from './view/use-gestures.ts';
import { type MovableView, useView } from './view/use-view.ts';

export interface WorldMapProps {
  readonly places: readonly MapPlace[];
  readonly label: string;
  /** Height of the map divided by its width. The map is at least 200 pixels high. */
  readonly ratio: number;
  readonly zones?: boolean;
  /** Code of the region under the pointer, on this map or in a table. Its mark has a ring and a callout. */
  readonly highlighted: string | null;
  readonly onHighlight: (code: string | null) => void;
  /** Code of the region whose mark has a ring while no region is under the pointer. */
  readonly selected?: string | null;
  /**
   * Places that another map on the page enlarges, and the name of that map. A frame surrounds them while this
   * map is fitted to the data.
   */
  readonly inset?: { readonly places: readonly MapPlace[]; readonly label: string } | undefined;
}

const leastHeight = 200;
/** Minimum pixels between the outermost regions and the edges of the map. Names need this space. */
const leastMargin = 26;
/** Minimum scale, in pixels per plane unit, at which country borders are drawn. */
const leastOfBorders = 1.7;
const keyStep = 60;
const keyZoom = 1.5;

function heightOf(width: number, ratio: number): number {
  return Math.max(leastHeight, Math.round(width * ratio));
}

function marginOf({ height }: Size): number {
  return Math.max(leastMargin, height * 0.09);
}

/**
 * World map with every region of a deployment. It is one tab stop; ← and → go from the worst region to the
 * best.
 */
export function WorldMap(props: WorldMapProps) {
  const { places, label, ratio, zones = false, highlighted, onHighlight, selected = null, inset } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const size = { width, height: heightOf(width, ratio) };
  const movable = useView(places.map(project), size, marginOf(size));
  const { view, fitted } = movable;
  const gestures = useGestures(box, movable);
  // While the view is fitted, names must stay inside the map. Otherwise the viewer can pan to them.
  const frame = fitted
    ? { left: 2 - view.x, top: 2 - view.y, right: width - 2 - view.x, bottom: size.height - 2 - view.y }
    : undefined;
  const layout = useLayout(places, view.scale, frame && JSON.stringify(frame), fitted ? inset : undefined);
  const { marks, names } = layout;
  const [shut, setShut] = useState<string | null>(null);
  const [tapped, setTapped] = useState<string | null>(null);
  const light = (code: string | null) => {
    setShut(null);
    setTapped(null);
    onHighlight(code);
  };
  const ringed = marks.find(({ place }) => place.code === (highlighted ?? selected));
  const highlightedPlace = highlighted === null || highlighted === shut ? undefined : ringed;
  const toldAt = highlightedPlace && { x: highlightedPlace.x + view.x, y: highlightedPlace.y + view.y };
  const shown = highlightedPlace ? names.filter(({ place }) => place !== highlightedPlace.place) : names;
  const { x, y, reach } = fitted ? { ...view, reach: { x: 0, y: 0 } } : anchorOf(view, size);
  return (
    <div className="relative">
      <div
        ref={box}
        role="group"
        aria-label={label}
        className="world-map relative overflow-hidden"
        style={{ height: size.height, touchAction: fitted ? 'pan-x pan-y' : 'none' }}
        tabIndex={marks.length > 0 ? -1 : 0}
        // The browser would scroll a focused mark into view. The map pans to it instead.
        onScroll={(event) => event.currentTarget.scrollTo(0, 0)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setShut(highlighted);
          else onKey(event, movable);
        }}
        {...gestures}
      >
        {/* CSS moves this layer as a whole, so that panning repaints nothing. */}
        <div
          translate="no"
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
              <g transform={`translate(${x} ${y}) scale(${view.scale})`}>
                <path d={worldPath(land)} fill="var(--land)" />
                {view.scale >= leastOfBorders && (
                  <path
                    d={worldPath(borders)}
                    fill="none"
                    stroke="var(--bg)"
                    vectorEffect="non-scaling-stroke"
                  />
                )}
              </g>
              <g transform={`translate(${x} ${y})`}>
                {zones && <ZoneOutlines marks={marks} />}
                {layout.inset && inset && <Inset frame={layout.inset} label={inset.label} />}
                <Marks marks={marks} names={shown} />
                {ringed && <Ring mark={ringed} />}
                <Names names={shown} />
              </g>
            </svg>
          )}
          <Targets
            marks={marks}
            view={movable}
            anchor={`translate(${x}px, ${y}px)`}
            onHighlight={light}
            tapped={tapped}
            onTap={setTapped}
          />
        </div>
      </div>
      <Buttons view={movable} />
      {highlightedPlace && toldAt && isWithin(toldAt, size) && (
        <Callout
          mark={highlightedPlace}
          at={toldAt}
          room={size}
          hint={tapped === highlightedPlace.place.code ? 'Tap again to open it' : null}
        />
      )}
    </div>
  );
}

/**
 * Computes the layout of marks and names. Panning changes neither places nor scale, so it causes no new
 * layout.
 */
function useLayout(
  places: readonly MapPlace[],
  scale: number,
  frame: string | undefined,
  inset: WorldMapProps['inset'],
) {
  const measureText = useMeasureText();
  const shownLarger = inset?.places;
  const name = inset?.label;
  return useMemo(() => {
    const measure = (text: string, kind: 'city' | 'code') => measureText(text, kind, 12.5);
    return layOut(places, {
      scale,
      frame: frame === undefined ? undefined : JSON.parse(frame),
      measure,
      inset:
        shownLarger && name !== undefined
          ? { codes: new Set(shownLarger.map(({ code }) => code)), label: name }
          : undefined,
    });
  }, [places, scale, frame, shownLarger, name, measureText]);
}

function Inset({ frame: { box, label }, label: name }: { readonly frame: InsetFrame; readonly label: string }) {
  return (
    <>
      <rect
        x={box.left}
        y={box.top}
        width={box.right - box.left}
        height={box.bottom - box.top}
        fill="none"
        stroke="var(--ctl)"
      />
      <text
        x={(label.left + label.right) / 2}
        y={(label.top + label.bottom) / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className="map-name"
        fill="var(--text-2)"
        fontSize={11.5}
      >
        {name}
      </text>
    </>
  );
}

function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

function onKey(event: KeyboardEvent<HTMLElement>, { zoom, pan, fit, keep }: MovableView): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pans = event.shiftKey || event.target === event.currentTarget;
  const act = {
    '+': () => zoom(keyZoom),
    '=': () => zoom(keyZoom),
    '-': () => zoom(1 / keyZoom),
    '0': fit,
    ...(pans
      ? {
          ArrowLeft: () => pan(keyStep, 0),
          ArrowRight: () => pan(-keyStep, 0),
          ArrowUp: () => pan(0, keyStep),
          ArrowDown: () => pan(0, -keyStep),
        }
      : {}),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
  if (event.key !== '0') keep();
}

function Targets({
  marks,
  view: { view, pan },
  anchor,
  onHighlight,
  tapped,
  onTap,
}: {
  readonly marks: readonly Mark[];
  readonly view: MovableView;
  /** Position of the map's plane, as a CSS transform. */
  readonly anchor: string;
  readonly onHighlight: WorldMapProps['onHighlight'];
  /** Code of the mark that was tapped once; `null` if none. */
  readonly tapped: string | null;
  readonly onTap: (code: string | null) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const touched = useRef(false);
  const codeOf = (target: EventTarget) =>
    target instanceof Element ? (target.closest('a')?.dataset['region'] ?? null) : null;
  const onFocus = (target: EventTarget) => {
    onHighlight(codeOf(target));
    const mark = marks.find(({ place }) => place.code === codeOf(target));
    const edges = list.current?.parentElement;
    if (!mark || !edges) return;
    const at = { x: mark.x + view.x, y: mark.y + view.y };
    const { clientWidth: width, clientHeight: height } = edges;
    if (!isWithin(at, { width, height })) pan(width / 2 - at.x, height / 2 - at.y);
  };
  /**
   * Handles a tap. Touch has no hover: the first tap shows the callout, the second opens the page of the
   * region.
   */
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const code = codeOf(event.target);
    if (!link || !touched.current || code === tapped) return;
    event.preventDefault();
    link.focus({ preventScroll: true });
    onHighlight(code);
    onTap(code);
  };
  return (
    <ul
      ref={list}
      aria-label="Regions, worst first"
      className="absolute top-0 left-0 m-0 list-none p-0"
      style={{ transform: anchor }}
      onKeyDown={(event) => {
        touched.current = false;
        // The browser does not scroll to the mark, because the map pans to it.
        moveAlong(event, { preventScroll: true });
      }}
      onPointerDown={(event) => {
        touched.current = event.pointerType === 'touch';
      }}
      onClickCapture={onClick}
      onFocus={(event) => onFocus(event.target)}
      onBlur={() => onHighlight(null)}
      onPointerOver={(event) => event.pointerType !== 'touch' && onHighlight(codeOf(event.target))}
      onPointerOut={(event) => event.pointerType !== 'touch' && onHighlight(null)}
    >
      <TargetLinks marks={marks} />
    </ul>
  );
}

function TargetLinks({ marks }: { readonly marks: readonly Mark[] }) {
  const targets = targetSizes(marks);
  return marks.map(({ place, x, y }, index) => {
    const target = targets[index] ?? 0;
    return (
      <li key={place.code}>
        <Link
          to={place.to}
          aria-label={place.label}
          data-region={place.code}
          tabIndex={index === 0 ? 0 : -1}
          draggable={false}
          // The ring around the mark shows the focus, so the link has no outline.
          className="absolute rounded-full outline-none"
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
        className="control -ml-px h-7 px-2 max-md:h-11 max-md:min-w-11"
        disabled={fitted}
        title="Fit to the regions (0)"
        onClick={fit}
      >
        Fit
      </button>
    </div>
  );
}
