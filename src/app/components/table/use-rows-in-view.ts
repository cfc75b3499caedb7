/** Which rows stand on the screen while the page scrolls, and how to bring one there. */

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { usePhone } from '../../ui/use-phone.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { type RowRange, rowsBetween } from './row-keys.ts';
import { bodyHeight, RowScroll } from './row-scroll.ts';

/** What stands over the rows at the top and at the foot of the screen, pixels: bars, table footer; the head comes to it. */
const desk = { top: 44, foot: 38 };
const phoneEdges = { top: 48, foot: 96 };

/** Rows beyond the screen that are drawn as well, and how near to their end the next are asked for. */
const beyond = 6;
const least = 2;
/** After a jump there may be another with the next frame: few are drawn that nobody sees. */
const afterJump = 2;
/** A table of so few rows is drawn as a whole. */
const whole = 100;
/** On paper so many are: some 40 sheets. */
const onPaper = 1000;

interface InView {
  /** Rows to draw, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Rows wholly in view. */
  readonly range: RowRange;
  /** Rows that fit the screen below the head: what a page key moves by, wherever the table begins. */
  readonly page: number;
  /** Pixels of rows that the scroll bar does not show (row-scroll.ts). */
  readonly shift: number;
}

const nothing: InView = { from: 0, to: 0, range: { first: 0, last: -1 }, page: 1, shift: 0 };

export interface RowsInView extends InView {
  /** Of the body, pixels. */
  readonly height: number;
  /** Scrolls as far as it takes to have a row wholly in view. */
  bring(index: number): void;
  /** Scrolls until a row stands at a height of the screen, pixels. */
  keepAt(index: number, top: number): void;
}

function isAlike(a: InView, b: InView): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.shift === b.shift &&
    a.page === b.page &&
    a.range.first === b.range.first &&
    a.range.last === b.range.last
  );
}

export function useRowsInView(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  rowHeight: number,
): RowsInView {
  const edges = usePhone() ? phoneEdges : desk;
  const [inView, setInView] = useState(nothing);
  const scroll = useRef(new RowScroll());
  const printing = usePrinting();

  useLayoutEffect(() => {
    const measure = () => {
      if (!body.current) return;
      const heights = { rows: count * rowHeight, screen: globalThis.innerHeight };
      const place = scroll.current.place(-body.current.getBoundingClientRect().top, heights);
      const head = body.current.closest('table')?.tHead?.offsetHeight ?? 0;
      const first = Math.min(Math.max(0, Math.floor(place / rowHeight)), Math.max(0, count - 1));
      const end = Math.min(count, Math.max(0, Math.ceil((place + heights.screen) / rowHeight)));
      const range = rowsBetween(
        place + edges.top + head,
        place + heights.screen - edges.foot,
        rowHeight,
        count,
      );
      setInView((before) => {
        const holds =
          count > whole &&
          before.from <= Math.max(0, first - least) &&
          before.to >= Math.min(count, end + least) &&
          before.to <= count &&
          before.to - before.from <= end - first + 2 * beyond;
        const more = first >= before.to || end <= before.from ? afterJump : beyond;
        const next = {
          from: holds ? before.from : count > whole ? Math.max(0, first - more) : 0,
          to: holds ? before.to : count > whole ? Math.min(count, end + more) : count,
          range,
          page: Math.max(1, Math.floor((heights.screen - edges.top - head - edges.foot) / rowHeight)),
          shift: scroll.current.shift,
        };
        return isAlike(before, next) ? before : next;
      });
    };
    // What stands above the table may grow at any time.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    globalThis.addEventListener('scroll', measure, { passive: true });
    globalThis.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('scroll', measure);
      globalThis.removeEventListener('resize', measure);
    };
  }, [body, count, rowHeight, edges]);

  /** Scrolls to where `next` says from pixels of rows above the screen, and the height of the head. */
  const scrollTo = (next: (place: number, screen: number, head: number) => number) => {
    if (!body.current) return;
    const heights = { rows: count * rowHeight, screen: globalThis.innerHeight };
    const { top } = body.current.getBoundingClientRect();
    const before = scroll.current.place(-top, heights);
    const place = next(before, heights.screen, body.current.closest('table')?.tHead?.offsetHeight ?? 0);
    if (place !== before) globalThis.scrollBy(0, scroll.current.goTo(place, heights) + top);
  };
  return {
    ...inView,
    ...(printing ? { from: 0, to: Math.min(count, onPaper) } : {}),
    height: bodyHeight({ rows: count * rowHeight }),
    bring: (index) =>
      scrollTo((place, screen, head) => {
        const highest = index * rowHeight - edges.top - head;
        const lowest = (index + 1) * rowHeight - screen + edges.foot;
        return Math.max(Math.min(place, highest), lowest);
      }),
    keepAt: (index, top) => scrollTo(() => index * rowHeight - top),
  };
}
