/**
 * Computes which part of the world map is in view. The map is drawn on a plane that is 1,000 units wide
 * (map/layout/projection.ts).
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Scale and shift of the plane, pixels: a point of the plane is drawn at `point * scale + (x, y)`. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Minimum and maximum scale, in pixels per plane unit. Above the maximum, outlines have no more detail. */
export const scales = { least: 0.25, most: 40 } as const;
/** Maximum scale of an automatic fit, pixels per plane unit, so that one place does not fill the screen. */
const closestFit = 8;

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/**
 * Computes the view that shows all points with a margin. Its scale stays between `scales.least` and
 * `closestFit`.
 * @param margin - margin on each side, pixels.
 * @param whole - corners of the box to show if there are no points.
 */
export function fitView(
  points: readonly Point[],
  size: Size,
  margin: number,
  whole: readonly [Point, Point],
): View {
  const shown = points.length > 0 ? points : whole;
  const xs = shown.map((point) => point.x);
  const ys = shown.map((point) => point.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const scale = within(
    Math.min(
      (size.width - 2 * margin) / Math.max(right - left, 1),
      (size.height - 2 * margin) / Math.max(bottom - top, 1),
    ),
    scales.least,
    closestFit,
  );
  return centredAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale, size);
}

function centredAt(centre: Point, scale: number, size: Size): View {
  return { scale, x: size.width / 2 - centre.x * scale, y: size.height / 2 - centre.y * scale };
}

/** Zooms by `factor`. The point of the plane under `pixel` stays in place. */
export function zoomAt(view: View, pixel: Point, factor: number): View {
  const scale = within(view.scale * factor, scales.least, scales.most);
  const grown = scale / view.scale;
  return { scale, x: pixel.x - (pixel.x - view.x) * grown, y: pixel.y - (pixel.y - view.y) * grown };
}

export function panBy(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * Returns where the plane is drawn during a pan, and how many extra pixels are drawn at each edge (half a
 * screen). A pan of that distance causes a new drawing.
 */
export function anchorOf({ x, y }: Point, { width, height }: Size): Point & { readonly reach: Point } {
  const snap = (value: number, step: number) => (step > 0 ? Math.round(value / step) * step : value);
  return { x: snap(x, width), y: snap(y, height), reach: { x: width / 2, y: height / 2 } };
}

/** Limits a view so that the centre of the screen stays inside the world's box. */
export function keepInView(view: View, size: Size, [least, most]: readonly [Point, Point]): View {
  const x = within(view.x, size.width / 2 - most.x * view.scale, size.width / 2 - least.x * view.scale);
  const y = within(view.y, size.height / 2 - most.y * view.scale, size.height / 2 - least.y * view.scale);
  return { ...view, x, y };
}

/**
 * Formats a view for the URL, independent of the screen size: `x~y~width`, the centre and the visible width
 * in tenths of a plane unit.
 */
export function writeView(view: View, size: Size): string {
  const parts = [(size.width / 2 - view.x) / view.scale, (size.height / 2 - view.y) / view.scale];
  return [...parts, size.width / view.scale].map((part) => Math.round(part * 10)).join('~');
}

/** Reads the text of {@link writeView}; `null` for any other text. */
export function readView(text: string | null, size: Size): View | null {
  if (text === null || !/^-?\d{1,6}~-?\d{1,6}~\d{1,6}$/.test(text)) return null;
  const [x = 0, y = 0, width = 0] = text.split('~').map((part) => Number(part) / 10);
  if (width <= 0) return null;
  return centredAt({ x, y }, within(size.width / width, scales.least, scales.most), size);
}
