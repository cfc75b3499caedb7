/**
 * Where the screen stands among rows that together may be taller than a browser makes any element. Then the scroll bar
 * stands for more than it measures: a short way moves the rows just as far, a jump goes where the bar says.
 */

/** Pixels that every browser makes an element tall (Firefox some 17.9 million, others 33.5). */
export const tallest = 15_000_000;
/** From this many screens on, a way is a jump: no wheel or finger goes so far between two frames. */
const jump = 4;

export interface Heights {
  /** Of all rows, pixels. */
  readonly rows: number;
  readonly screen: number;
}

/** How tall the body of the table is made. */
export function bodyHeight({ rows }: Pick<Heights, 'rows'>): number {
  return Math.min(rows, tallest);
}

/** Pixels of rows that the body has no room for. */
function excess(heights: Heights): number {
  return heights.rows - bodyHeight(heights);
}

/** From pixels of the body above the screen to pixels of rows above it. */
function placeAt(scrolled: number, heights: Heights): number {
  const room = bodyHeight(heights) - heights.screen;
  return scrolled + excess(heights) * Math.min(1, Math.max(0, scrolled / room));
}

function scrolledTo(place: number, heights: Heights): number {
  const room = bodyHeight(heights) - heights.screen;
  return place - excess(heights) * Math.min(1, Math.max(0, place / (room + excess(heights))));
}

export class RowScroll {
  #scrolled = 0;
  #shift = 0;

  /** Rows above the body's own place, pixels: what of `place` the scroll bar does not show. */
  get shift(): number {
    return this.#shift;
  }

  /**
   * Pixels of rows above the screen.
   *
   * @param scrolled - pixels of the body above the screen, negative while it begins below.
   */
  place(scrolled: number, heights: Heights): number {
    const room = bodyHeight(heights) - heights.screen;
    const isJump = Math.abs(scrolled - this.#scrolled) > jump * heights.screen;
    if (excess(heights) === 0 || isJump || scrolled <= 0 || scrolled >= room)
      this.#shift = placeAt(scrolled, heights) - scrolled;
    this.#scrolled = scrolled;
    return scrolled + this.#shift;
  }

  /** How far to scroll the body so that this place is at the top of the screen; the next place is counted from there. */
  goTo(place: number, heights: Heights): number {
    this.#scrolled = scrolledTo(place, heights);
    this.#shift = place - this.#scrolled;
    return this.#scrolled;
  }
}
