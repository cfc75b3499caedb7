/** The rows of the table and the list and the mark on the map that are one region: pointing at one shows the others. */

import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The code of the region whose row or mark holds an element; `null` where there is none. */
export function regionAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest('[data-region]') ?? target.closest('tr, li')?.querySelector('[data-region]');
  return link instanceof HTMLElement ? (link.dataset['region'] ?? null) : null;
}

/** The row of a region within an element. */
export function rowOf(within: Element, code: string): HTMLElement | null {
  const row = within.querySelector(`[data-region="${CSS.escape(code)}"]`)?.closest('tr, li');
  return row instanceof HTMLElement ? row : null;
}

/** Marks the row of a region as soon and as long as it is in the document. */
export function useLitRow(rows: RefObject<HTMLElement | null>, code: string | null): void {
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
    const look = () => light(rowOf(within, code));
    look();
    // Rows come and go while the table is scrolled, and one element shows another region once it is sorted.
    const observer = new MutationObserver(look);
    observer.observe(within, { childList: true, subtree: true, attributeFilter: ['data-region'] });
    return () => {
      observer.disconnect();
      light(null);
    };
  }, [rows, code]);
}

const parameter = 'at';
/** A held arrow key goes through many regions: browsers refuse to have the address changed that often. */
const restMilliseconds = 250;

/** The region that had the focus last, kept in the address. */
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
      // The next page may be on its way while this one is still drawn: it must not be called back.
      if (globalThis.location.pathname === chosen.page) keep(chosen.code);
    }, restMilliseconds);
    return () => clearTimeout(timer);
  }, [chosen]);
  const choose = (code: string) => setChosen({ code, page: globalThis.location.pathname });
  return [chosen?.code ?? parameters.get(parameter), choose];
}
