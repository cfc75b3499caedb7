/** The row of the table and the mark on the map that are one region: pointing at either shows the other. */

import { type RefObject, useEffect } from 'react';

/** The code of the region whose row holds an element; `null` where there is none. */
export function regionAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest('tr')?.querySelector('[data-region]');
  return link instanceof HTMLElement ? (link.dataset['region'] ?? null) : null;
}

/** Marks the row of a region, if it is in the document. */
export function useLitRow(table: RefObject<HTMLElement | null>, code: string | null): void {
  useEffect(() => {
    if (code === null) return undefined;
    const row = table.current?.querySelector(`tr [data-region="${CSS.escape(code)}"]`)?.closest('tr');
    row?.setAttribute('data-lit', '');
    return () => row?.removeAttribute('data-lit');
  }, [table, code]);
}
