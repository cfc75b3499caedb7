/**
 * Scroll position in rows that may be taller than the largest element. The scroll bar is then compressed: a
 * short scroll moves the rows by the same distance, a jump follows the bar.
 */

/** Pixels. Firefox limits elements to some 17.9 million, others to 33.5 million. */
export const tallest = 15_000_000;
/** Screens. A longer distance between two frames is a jump. */
const jump = 4;

export interface Heights {
  readonly rows: number;
  readonly screen: number;
}

/** Height of the table body, pixels. */
export function bodyHeight({ rows }: Pick<Heights, 'rows'>): number {
  return Math.min(rows, tallest);
}

/** Pixels of rows that do not fit into the body. */
function excess(heights: Heights): number {
  return heights.rows - bodyHeight(heights);
}

/** Converts body pixels above the screen to row pixels above it. */
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

  /** Row pixels above the body's own position that the scroll bar does not show. */
  get shift(): number {
    return this.#shift;
  }

  /**
   * Row pixels above the screen.
   * @param scrolled - body pixels above the screen; negative while the body begins below.
   */
  place(scrolled: number, heights: Heights): number {
    const room = bodyHeight(heights) - heights.screen;
    const isJump = Math.abs(scrolled - this.#scrolled) > jump * heights.screen;
    if (excess(heights) === 0 || isJump || scrolled <= 0 || scrolled >= room)
      this.#shift = placeAt(scrolled, heights) - scrolled;
    this.#scrolled = scrolled;
    return scrolled + this.#shift;
  }

  /** The scroll position for a place at the top of the screen. Later places are relative to it. */
  goTo(place: number, heights: Heights): number {
    this.#scrolled = scrolledTo(place, heights);
    this.#shift = place - this.#scrolled;
    return this.#scrolled;
  }
}
