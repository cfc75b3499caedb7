/** Highlights the same region in the table, the list and the map of the regions page. */

import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Returns the region code of the row or mark that contains an element; `null` if there is none. */
export function regionAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest('[data-region]') ?? target.closest('tr, li')?.querySelector('[data-region]');
  return link instanceof HTMLElement ? (link.dataset['region'] ?? null) : null;
}

export function rowOf(within: Element, code: string): HTMLElement | null {
  const row = within.querySelector(`[data-region="${CSS.escape(code)}"]`)?.closest('tr, li');
  return row instanceof HTMLElement ? row : null;
}

/** Highlights the row of the region `code` within `rows`, whenever that row is in the document. */
export function useHighlightedRow(rows: RefObject<HTMLElement | null>, code: string | null): void {
  useEffect(() => {
    const within = rows.current;
    if (code === null || !within) return undefined;
    let lit: Element | null = null;
    const light = (row: Element | null) => {
      if (row === lit) return;
      lit?.removeAttribute('data-lit');
      row?.setAttribute('data-lit', '');
      lit = row;
    };
    const update = () => light(rowOf(within, code));
    update();
    // Rows mount and unmount during a scroll, and sorting reuses elements for other regions.
    const observer = new MutationObserver(update);
    observer.observe(within, { childList: true, subtree: true, attributeFilter: ['data-region'] });
    return () => {
      observer.disconnect();
      light(null);
    };
  }, [rows, code]);
}

const parameter = 'row';
/**
 * Milliseconds after the last selection until it is written to the address. A held arrow key passes many
 * regions, and browsers limit address changes.
 */
const restMilliseconds = 250;

/** Returns the region focused last, stored in the address, and a function that selects a region. */
export function useSelectedRegion(): readonly [string | null, (code: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [chosen, setChosen] = useState<{ readonly code: string; readonly page: string } | null>(null);
  const keep = useEffectEvent((code: string) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(parameter, code);
        return next;
      },
      { replace: true, preventScrollReset: true },
    ),
  );
  useEffect(() => {
    if (chosen === null) return undefined;
    const timer = setTimeout(() => {
      // Another page may be loading; `replace` would return to this one.
      if (globalThis.location.pathname === chosen.page) keep(chosen.code);
    }, restMilliseconds);
    return () => clearTimeout(timer);
  }, [chosen]);
  const choose = (code: string) => setChosen({ code, page: globalThis.location.pathname });
  return [chosen?.code ?? parameters.get(parameter), choose];
}
