/** Which rows stand on the screen while the page scrolls, and how to bring one there. */

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isInHost } from '#app/ui/host.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import { jumpStep } from '../footer/jump-step.ts';
import { type RowRange, rowsBetween } from './row-keys.ts';
import { bodyHeight, RowScroll } from './row-scroll.ts';

/** What stands over the rows at the foot of the screen, pixels: table footer, a phone's tabs. */
const deskFoot = 38;
const phoneFoot = 109;
/** With the way through a long list. */
const pagedFoot = 133;

/** What the top bar covers, pixels; the head of the table comes to it. */
function barHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bar')) || 0;
}

/** Rows beyond those to be seen that are drawn as well, and how near to their end the next are asked for. */
const beyond = 8;
const least = 4;
/** A table of so few rows is drawn as a whole. */
const whole = 100;
/** On paper so many are: some 40 sheets. */
const onPaper = 1000;

interface InView {
  /** Rows to draw, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Whether none of them was drawn before. Then only those to be seen are: there may be another jump with the next frame. */
  readonly isJump: boolean;
  /** Rows wholly in view. */
  readonly range: RowRange;
  /** Rows that fit the screen below the head: what a page key moves by, wherever the table begins. */
  readonly page: number;
  /** Pixels of rows that the scroll bar does not show (row-scroll.ts). */
  readonly shift: number;
}

/** Rows that the host draws: as many as a large screen shows. */
const drawnInHost = 40;

const nothing: InView = { from: 0, to: 0, isJump: false, range: { first: 0, last: -1 }, page: 1, shift: 0 };

export interface RowsInView extends InView {
  /** Of the body, pixels. */
  readonly height: number;
  /** Scrolls as far as it takes to have a row wholly in view. */
  bring(index: number): void;
  /** Scrolls until a row is the first in view. */
  startAt(index: number): void;
  /** Scrolls until a row stands at a height of the screen, pixels. */
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
  const [inView, setInView] = useState(isInHost ? { ...nothing, to: Math.min(count, drawnInHost) } : nothing);
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
    // One row at least, also where the table is off the screen: where none is to be seen, none could be left by a jump.
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
    // What stands above the table may grow at any time.
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
  // After a jump, measure again two frames later so that frames stay on time.
  useEffect(() => {
    if (!inView.isJump) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => measure());
    });
    return () => cancelAnimationFrame(frame);
  }, [inView]);

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
        const highest = index * rowHeight - barHeight() - head;
        const lowest = (index + 1) * rowHeight - screen + foot;
        return Math.max(Math.min(place, highest), lowest);
      }),
    startAt: (index) => scrollTo((_place, _screen, head) => index * rowHeight - barHeight() - head),
    keepAt: (index, top) => scrollTo(() => index * rowHeight - top),
  };
}
