/** Tracks the rows on the screen during a scroll, and scrolls to a row. */

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { usePhone } from '#app/ui/use-phone.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import { jumpStep } from '../footer/jump-step.ts';
import { type RowRange, rowsBetween } from './row-keys.ts';
import { bodyHeight, RowScroll } from './row-scroll.ts';

/**
 * Pixels at the bottom of the screen that the footer of the table covers: on a desktop, and on a phone with
 * the bottom bar.
 */
const deskFoot = 38;
const phoneFoot = 109;
/** The same on a phone, if the footer also has the navigation of a long list. */
const pagedFoot = 133;

/** Returns the height of the top bar, pixels. The head of the table sticks below it. */
function barHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bar')) || 0;
}

const beyond = 8;
const least = 4;
/** Number of rows up to which all rows are rendered. */
const whole = 100;
/** Maximum number of printed rows, which fill about 40 sheets. */
const onPaper = 1000;

interface InView {
  /** Rows to render: from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /**
   * Whether none of these rows was rendered before. Then only visible rows are rendered, because another jump
   * may follow in the next frame.
   */
  readonly isJump: boolean;
  readonly range: RowRange;
  readonly page: number;
  /** Pixels by which the rows are scrolled further than the scroll bar shows (row-scroll.ts). */
  readonly shift: number;
}

const nothing: InView = { from: 0, to: 0, isJump: false, range: { first: 0, last: -1 }, page: 1, shift: 0 };

export interface RowsInView extends InView {
  readonly height: number;
  /** Scrolls as little as necessary to show a row completely. */
  bring(index: number): void;
  startAt(index: number): void;
  /** Scrolls until a row is at a position on the screen, pixels. */
  keepAt(index: number, top: number): void;
}

function isAlike(a: InView, b: InView): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.isJump === b.isJump &&
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
  const phone = usePhone();
  const foot = phone ? (count > jumpStep(count) ? pagedFoot : phoneFoot) : deskFoot;
  const [inView, setInView] = useState(nothing);
  const scroll = useRef(new RowScroll());
  const printing = usePrinting();

  const measure = useEffectEvent(() => {
    if (!body.current) return;
    const heights = { rows: count * rowHeight, screen: globalThis.innerHeight };
    const place = scroll.current.place(-body.current.getBoundingClientRect().top, heights);
    const head = body.current.closest('table')?.tHead?.offsetHeight ?? 0;
    const top = place + barHeight() + head;
    const bottom = place + heights.screen - foot;
    const first = Math.min(Math.max(0, Math.floor(top / rowHeight)), Math.max(0, count - 1));
    // At least one row, even if the table is off the screen. A jump could never leave an empty range.
    const end = Math.min(count, Math.max(first + 1, Math.ceil(bottom / rowHeight)));
    const range = rowsBetween(top, bottom, rowHeight, count);
    setInView((before) => {
      const holds =
        count > whole &&
        before.from <= Math.max(0, first - least) &&
        before.to >= Math.min(count, end + least) &&
        before.to <= count &&
        before.to - before.from <= end - first + 2 * beyond;
      const isJump = count > whole && (first >= before.to || end <= before.from);
      const more = isJump ? 0 : beyond;
      const next = {
        from: holds ? before.from : count > whole ? Math.max(0, first - more) : 0,
        to: holds ? before.to : count > whole ? Math.min(count, end + more) : count,
        isJump,
        range,
        page: Math.max(1, Math.floor((bottom - top) / rowHeight)),
        shift: scroll.current.shift,
      };
      return isAlike(before, next) ? before : next;
    });
  });
  const isJumping = useEffectEvent(() => inView.isJump);
  useLayoutEffect(() => {
    const remeasure = () => {
      if (!isJumping()) measure();
    };
    // Content above the table may grow at any time and move the rows.
    const observer = new ResizeObserver(remeasure);
    observer.observe(document.body);
    globalThis.addEventListener('scroll', remeasure, { passive: true });
    globalThis.addEventListener('resize', remeasure);
    measure();
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('scroll', remeasure);
      globalThis.removeEventListener('resize', remeasure);
    };
  }, [body, count, rowHeight, foot]);
  // After a jump, the rows are measured two frames later, so that frames stay on time.
  useEffect(() => {
    if (!inView.isJump) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => measure());
    });
    return () => cancelAnimationFrame(frame);
  }, [inView]);

  /**
   * Scrolls the rows.
   * @param next - computes the new place from the current place, the screen height and the height of the
   * table head, all in pixels.
   */
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
        const highest = index * rowHeight - barHeight() - head;
        const lowest = (index + 1) * rowHeight - screen + foot;
        return Math.max(Math.min(place, highest), lowest);
      }),
    startAt: (index) => scrollTo((_place, _screen, head) => index * rowHeight - barHeight() - head),
    keepAt: (index, top) => scrollTo(() => index * rowHeight - top),
  };
}
