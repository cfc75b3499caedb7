import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Indexes of the first and the last selected point; both are included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface Brush {
  readonly at: number | null;
  readonly span: Span | null;
  readonly clear: () => void;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

function stepOf(key: string, points: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'PageUp':
      return -Math.ceil(points / 10);
    case 'PageDown':
      return Math.ceil(points / 10);
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}

/**
 * Handles keys and pointer of a plot: it reads the plot point by point and selects a span. Arrows move, Shift
 * selects, Enter zooms. Esc clears the span; without a span, it zooms out. Dragging also selects.
 * @param newest - index of the newest point with a value.
 * @param pointAt - returns the index of the point under the pointer.
 */
export function useBrush({
  points,
  newest,
  pointAt,
  onZoom,
  onBack,
}: {
  readonly points: number;
  readonly newest: number;
  readonly pointAt: (event: PointerEvent) => number;
  readonly onZoom?: ((span: Span) => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}): Brush {
  const [at, setAt] = useState<number | null>(null);
  const [ends, setEnds] = useState<readonly [anchor: number, head: number] | null>(null);
  const [isPulled, setPulled] = useState(false);
  const span = ends === null ? null : { first: Math.min(...ends), last: Math.max(...ends) };
  const within = (place: number) => Math.max(0, Math.min(points - 1, place));
  const clear = () => setEnds(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key, points);
    if (step !== null) {
      const here = at ?? newest;
      // The first arrow key only shows the current point.
      const next = at === null && !event.shiftKey && Number.isFinite(step) ? here : within(here + step);
      setAt(next);
      if (event.shiftKey && onZoom) setEnds([ends?.[0] ?? here, next]);
    } else if (event.key === 'Enter' && span && onZoom) {
      clear();
      setAt(null);
      onZoom(span);
    } else if (event.key === 'Escape' && span) clear();
    else if (event.key === 'Escape' && onBack) onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    at: at === null ? null : within(at),
    span: span && { first: within(span.first), last: within(span.last) },
    clear,
    handlers: {
      onKeyDown,
      onPointerMove: (event) => {
        const place = within(pointAt(event));
        setAt(place);
        if (isPulled && ends && onZoom) setEnds([ends[0], place]);
      },
      onPointerDown: (event) => {
        if (event.button !== 0 || event.pointerType === 'touch' || !onZoom) return;
        const place = within(pointAt(event));
        setPulled(true);
        setEnds([place, place]);
      },
      onPointerUp: () => {
        setPulled(false);
        // A click without a drag selects nothing.
        if (ends && ends[0] === ends[1]) clear();
      },
      onPointerLeave: () => {
        setAt(null);
        setPulled(false);
      },
    },
  };
}
