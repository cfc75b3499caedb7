import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface PageOfItems<T> {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Number of columns that the items need. `mostColumns` is the number of columns that fit. */
  readonly columns: number;
  readonly mostColumns: number;
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
  /** Whether to show the line with the page number: there are several pages and there is room. */
  readonly isNumbered: boolean;
}

export function useSizeOf(): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly size: { readonly width: number; readonly height: number };
} {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, size };
}

/**
 * Splits items into pages at full size, because a wall pages instead of shrinking.
 * @param least - minimum size of one item in CSS pixels. `line` is the height of the page number inside the
 * frame.
 * @param step - counter; each increment shows the next page.
 */
export function usePages<T>(
  items: readonly T[],
  least: { readonly width: number; readonly height: number; readonly line?: number },
  step: number,
): PageOfItems<T> {
  const { frame, size } = useSizeOf();
  const columns = Math.max(1, Math.floor(size.width / least.width));
  const rowsIn = (height: number) => Math.floor(height / least.height);
  const fits = items.length <= columns * rowsIn(size.height);
  const rows = Math.max(1, fits ? rowsIn(size.height) : rowsIn(size.height - (least.line ?? 0)));
  const room = columns * rows;
  const pages = Math.max(1, Math.ceil(items.length / room));
  const page = step % pages;
  return {
    frame,
    columns: Math.min(columns, Math.max(1, Math.ceil(items.length / rows))),
    mostColumns: columns,
    items: rowsIn(size.height) === 0 ? [] : items.slice(page * room, (page + 1) * room),
    page: page + 1,
    pages,
    isNumbered: pages > 1 && rowsIn(size.height - (least.line ?? 0)) > 0,
  };
}
