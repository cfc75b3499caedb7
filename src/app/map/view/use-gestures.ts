import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '#app/url/map-view.ts';
import type { MovableView } from './use-view.ts';

/**
 * Returns the maximum pixels that a pointer may move during a click. A finger is less steady than a mouse.
 */
const clickSlack = (pointer: string) => (pointer === 'touch' ? 10 : 4);

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, point) => ({ x: all.x + point.x, y: all.y + point.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spreadOf([a, b]: readonly Point[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

/**
 * Handles drag, pinch and wheel on a map. A map must not catch the scrolling of the page: the wheel zooms
 * only with a modifier key or while the map has focus. One finger pans only after zooming in; two fingers
 * always pan.
 */
export function useGestures(box: RefObject<HTMLElement | null>, { zoom, pan, keep, fitted }: MovableView) {
  const pointers = useRef(new Map<number, Point>());
  const dragged = useRef(false);

  const at = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const edges = box.current?.getBoundingClientRect();
    return { x: event.clientX - (edges?.left ?? 0), y: event.clientY - (edges?.top ?? 0) };
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const focused = box.current?.contains(document.activeElement) ?? false;
    if (!event.ctrlKey && !event.metaKey && !focused) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    zoom(Math.exp((-event.deltaY * lines) / 320), at(event));
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // React's own listener is passive, so it could not prevent scrolling.
    const listen = (event: WheelEvent) => onWheel(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [box]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) dragged.current = false;
    pointers.current.set(event.pointerId, at(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = [...pointers.current.values()];
    const last = pointers.current.get(event.pointerId);
    if (!last) return;
    const next = at(event);
    dragged.current ||= spreadOf([last, next]) >= clickSlack(event.pointerType);
    if (!dragged.current) return;
    pointers.current.set(event.pointerId, next);
    // One finger scrolls the page. The browser's `pointercancel` follows one step later.
    if (fitted && event.pointerType === 'touch' && before.length === 1) return;
    // Captured only after a movement: a click of a captured pointer would go to the map and not to the mark.
    box.current?.setPointerCapture(event.pointerId);
    const after = [...pointers.current.values()];
    const [from, to] = [middleOf(before), middleOf(after)];
    pan(to.x - from.x, to.y - from.y);
    const spread = spreadOf(before);
    if (spread > 0) zoom(spreadOf(after) / spread, to);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (pointers.current.delete(event.pointerId) && dragged.current) keep();
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    /** Suppresses the click at the end of a drag, but not a click from the Enter key (`detail` is 0). */
    onClickCapture: (event: MouseEvent) => {
      if (!dragged.current || event.detail === 0) return;
      dragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
