import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  fitView,
  keepInView,
  type Point,
  panBy,
  readView,
  type Size,
  type View,
  writeView,
  zoomAt,
} from '#app/url/map-view.ts';
import { inhabited } from '../layout/projection.ts';

export interface MovableView {
  readonly view: View;
  /** Whether the view is fitted to the data and was not moved. */
  readonly fitted: boolean;
  readonly zoom: (factor: number, pixel?: Point) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly fit: () => void;
  /** Stores the view in the URL. Call it at the end of a gesture. */
  readonly keep: () => void;
}

const parameter = 'map';

/**
 * Returns the part of the world on screen. It is fitted to the data until the viewer moves it; then the URL
 * stores it.
 */
export function useView(points: readonly Point[], size: Size, margin: number): MovableView {
  const [parameters, setParameters] = useSearchParams();
  const [moved, setMoved] = useState<View | null>(null);
  // The view after the last step of a gesture. Steps come faster than renders.
  const latest = useRef<View | null>(null);
  const fitted = fitView(points, size, margin, inhabited);
  const stored = readView(parameters.get(parameter), size);
  const view = moved ?? stored ?? fitted;
  const move = (change: (view: View) => View) => {
    latest.current = keepInView(change(latest.current ?? view), size, inhabited);
    setMoved(latest.current);
  };
  const write = (text: string | null) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (text === null) next.delete(parameter);
        else next.set(parameter, text);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    view,
    fitted: moved === null && stored === null,
    zoom: (factor, pixel = { x: size.width / 2, y: size.height / 2 }) =>
      move((current) => zoomAt(current, pixel, factor)),
    pan: (dx, dy) => move((current) => panBy(current, dx, dy)),
    fit: () => {
      latest.current = null;
      setMoved(null);
      // Also if the URL does not have the last gesture yet.
      if (moved || stored) write(null);
    },
    keep: () => {
      if (latest.current) write(writeView(latest.current, size));
    },
  };
}
