import type { Point } from '#app/url/map-view.ts';

/** Preferred diameter of a click target, pixels. */
const targetSize = 24;

/**
 * Computes the diameter of each mark's click target, pixels. No target covers another mark, and each is at
 * least as large as its mark.
 */
export function targetSizes(marks: readonly (Point & { readonly radius: number })[]): readonly number[] {
  const byX = marks.map((mark, index) => ({ ...mark, index })).toSorted((a, b) => a.x - b.x);
  const reach = targetSize / 2 + Math.max(0, ...marks.map(({ radius }) => radius));
  const sizes = marks.map(({ radius }) => 2 * Math.max(radius, targetSize / 2));
  const narrow = (mark: (typeof byX)[number], room: number) => {
    sizes[mark.index] = Math.max(2 * mark.radius, Math.min(sizes[mark.index] ?? 0, 2 * room));
  };
  // Only marks that are close on the x axis are compared. Comparing all pairs would take longer than a frame.
  byX.forEach((mark, place) => {
    for (let next = place + 1; next < byX.length; next += 1) {
      const other = byX[next];
      if (!other || other.x - mark.x > reach) break;
      const apart = Math.hypot(other.x - mark.x, other.y - mark.y);
      narrow(mark, apart - other.radius);
      narrow(other, apart - mark.radius);
    }
  });
  return sizes;
}
