import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Rows } from '#domain/lists/listing.ts';

export interface Window<Row> {
  readonly rows: Rows<Row>;
  readonly from: number;
  readonly to: number;
  readonly held: readonly Row[];
  /**
   * Row `index` has the React key `index - offset`. After a jump the offset changes, so that all elements are
   * reused.
   */
  readonly offset: number;
}

/**
 * Reads the rows in view slice by slice. The last slice stays until the next one has arrived.
 * @param hasFocus - whether an element must keep its row, because it has the focus.
 */
export function useWindow<Row>(rows: Rows<Row>, from: number, to: number, hasFocus: boolean): Window<Row> {
  const [window, setWindow] = useState<Window<Row>>({ rows, from: 0, to: 0, held: [], offset: 0 });
  const after = (before: Window<Row>, held: readonly Row[]): Window<Row> => {
    const isJump = from >= before.from + before.held.length || to <= before.from;
    return { rows, from, to, held, offset: before.offset + (isJump && !hasFocus ? from - before.from : 0) };
  };
  const isShown = from >= to || (window.rows === rows && window.from === from && window.to === to);
  const atHand = isShown ? null : rows.atHand(from, to);
  if (atHand) setWindow(after(window, atHand));
  const take = useEffectEvent((held: readonly Row[]) => setWindow((before) => after(before, held)));
  useLayoutEffect(() => {
    if (from >= to || rows.atHand(from, to)) return undefined;
    let current = true;
    rows.slice(from, to).then(
      (held) => current && take(held),
      // The list was replaced. The next rows are read already.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [rows, from, to]);
  return window;
}

export function rowIn<Row>({ from, held }: Window<Row>, index: number): Row | undefined {
  return held[index - from];
}
