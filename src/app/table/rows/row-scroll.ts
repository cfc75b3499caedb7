/**
 * Tracks the scroll position in rows that may be higher than the largest possible element. The scroll bar is
 * then compressed: a short scroll moves the rows by the same distance, and a jump follows the bar.
 */

/**
 * Maximum height of the table body, pixels. Firefox limits elements to about 17.9 million, other browsers to
 * 33.5 million.
 */
export const tallest = 15_000_000;
/** Number of screens between two frames above which a scroll counts as a jump. */
const jump = 4;

export interface Heights {
  readonly rows: number;
  readonly screen: number;
}

/** Returns the height of the table body, pixels. */
export function bodyHeight({ rows }: Pick<Heights, 'rows'>): number {
  return Math.min(rows, tallest);
}

/** Returns the pixels of rows that do not fit into the table body. */
function excess(heights: Heights): number {
  return heights.rows - bodyHeight(heights);
}

/** Converts a scroll position of the body to one of the rows: pixels above the screen. */
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

  /** Pixels by which the rows are scrolled further than the body. */
  get shift(): number {
    return this.#shift;
  }

  /**
   * Updates and returns the scroll position of the rows: pixels of rows above the screen.
   * @param scrolled - pixels of the body above the screen; negative while the body begins lower.
   */
  place(scrolled: number, heights: Heights): number {
    const room = bodyHeight(heights) - heights.screen;
    const isJump = Math.abs(scrolled - this.#scrolled) > jump * heights.screen;
    if (excess(heights) === 0 || isJump || scrolled <= 0 || scrolled >= room)
      this.#shift = placeAt(scrolled, heights) - scrolled;
    this.#scrolled = scrolled;
    return scrolled + this.#shift;
  }

  /**
   * Returns the scroll position of the body at which `place` (row pixels) is at the top of the screen. Later
   * places are relative to it.
   */
  goTo(place: number, heights: Heights): number {
    this.#scrolled = scrolledTo(place, heights);
    this.#shift = place - this.#scrolled;
    return this.#scrolled;
  }
}
