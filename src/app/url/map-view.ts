/** Which part of the world plane is in view. In plane units the world is 1,000 wide (see projection.ts). */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A plane point is drawn at `point * scale + (x, y)`, pixels. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels per plane unit. Beyond the maximum, the outlines have no more detail. */
export const scales = { least: 0.25, most: 40 } as const;
/** Largest scale of an automatic fit, so that one place does not fill the screen. */
const closestFit = 8;

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/**
 * The view that shows all points with a margin, clamped to `scales.least` and `closestFit`.
 * @param margin - pixels on each side.
 * @param whole - the box to show if there are no points.
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

/** Zooms by `factor` and keeps the plane point under `pixel` in place. */
export function zoomAt(view: View, pixel: Point, factor: number): View {
  const scale = within(view.scale * factor, scales.least, scales.most);
  const grown = scale / view.scale;
  return { scale, x: pixel.x - (pixel.x - view.x) * grown, y: pixel.y - (pixel.y - view.y) * grown };
}

export function panBy(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * Where the plane is drawn during a pan, and the extra size at each edge (half a screen). A redraw is needed
 * only after a pan of that distance.
 */
export function anchorOf({ x, y }: Point, { width, height }: Size): Point & { readonly reach: Point } {
  const snap = (value: number, step: number) => (step > 0 ? Math.round(value / step) * step : value);
  return { x: snap(x, width), y: snap(y, height), reach: { x: width / 2, y: height / 2 } };
}

/** Keeps the world's box around the centre of the screen. */
export function keepInView(view: View, size: Size, [least, most]: readonly [Point, Point]): View {
  const x = within(view.x, size.width / 2 - most.x * view.scale, size.width / 2 - least.x * view.scale);
  const y = within(view.y, size.height / 2 - most.y * view.scale, size.height / 2 - least.y * view.scale);
  return { ...view, x, y };
}

/**
 * A view for the address, independent of the screen size: `x~y~width` in tenths of a plane unit (centre and
 * visible width).
 */
export function writeView(view: View, size: Size): string {
  const parts = [(size.width / 2 - view.x) / view.scale, (size.height / 2 - view.y) / view.scale];
  return [...parts, size.width / view.scale].map((part) => Math.round(part * 10)).join('~');
}

/** Reads the result of `writeView`; `null` for anything else. */
export function readView(text: string | null, size: Size): View | null {
  if (text === null || !/^-?\d{1,6}~-?\d{1,6}~\d{1,6}$/.test(text)) return null;
  const [x = 0, y = 0, width = 0] = text.split('~').map((part) => Number(part) / 10);
  if (width <= 0) return null;
  return centredAt({ x, y }, within(size.width / width, scales.least, scales.most), size);
}
