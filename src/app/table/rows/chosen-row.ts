/**
 * The row that the keys go on from. Through a refresh it, and the focus in it, stay with its record; and where that is in
 * view and the reader is at the keys, at its place on the screen.
 */

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Rows } from '#domain/lists/listing.ts';

interface Held {
  readonly rows: unknown;
  readonly asked: string;
  readonly index: number;
  readonly field: string;
  readonly value: string;
}

/** What names a record in its list: regions have no id (part 2). */
export function nameOf(record: object): Pick<Held, 'field' | 'value'> | null {
  const field = 'id' in record ? 'id' : 'code';
  const value: unknown = Reflect.get(record, field);
  return typeof value === 'string' ? { field, value } : null;
}

const rowItself = -1;

/** What has the focus in a table body: a row, or which of a row's links and buttons; `null` where nothing has. */
function focused(body: HTMLElement | null): number | null {
  const element = document.activeElement;
  const row = body?.contains(element) ? element?.closest('tr') : null;
  return row && element ? [...row.querySelectorAll('a, button')].indexOf(element) : null;
}

/** Where on the screen the row stands that the keys have the focus in, pixels; `null` where that is not in view. */
function placeOfKeys(body: HTMLElement | null): number | null {
  const element = document.activeElement;
  // Who has clicked some time ago looks at a place of the order, not at the row that was there.
  if (!body?.contains(element) || element?.matches(':focus-visible') !== true) return null;
  const rect = element.closest('tr')?.getBoundingClientRect();
  return rect && rect.top >= 0 && rect.bottom <= globalThis.innerHeight ? rect.top : null;
}

export interface ChosenRow {
  /** Position among the rows, from 0; `null` where none is chosen. */
  readonly index: number | null;
  /** Chooses a row that has the focus. */
  choose(index: number): void;
  /** Chooses a row and takes the focus there as soon as it is in the document. */
  goTo(index: number): void;
  /** The row that a key goes on from, given the one it was pressed in: keys may come faster than the focus moves. */
  keysGoOnFrom(pressedIn: number): number;
  /** Tells which record stands at a position of these rows. */
  hold(rows: unknown, index: number, record: object): void;
}

/**
 * @param asked - changes with the question that `rows` answer, not with a refresh.
 * @param keepAt - has a row stand at a height of the screen, pixels.
 */
export function useChosenRow<Row>(
  rows: Rows<Row>,
  asked: string,
  body: RefObject<HTMLElement | null>,
  keepAt: (index: number, top: number) => void,
): ChosenRow {
  const [chosen, setChosen] = useState<number | null>(null);
  const held = useRef<Held | null>(null);
  /** What is looked for among new rows, which may be replaced themselves before it is found. */
  const sought = useRef<Held | null>(null);
  /** The row that takes the focus, and what in it, once it is in the document. */
  const focusNext = useRef<{ readonly row: number; readonly target: number } | null>(null);
  const keepNext = useRef<number | null>(null);
  const index = chosen !== null && chosen < rows.count ? chosen : null;

  useEffect(() => {
    const before = sought.current ?? held.current;
    if (!before || before.rows === rows) return undefined;
    held.current = null;
    sought.current = null;
    if (before.asked !== asked) {
      setChosen(null);
      return undefined;
    }
    sought.current = before;
    let current = true;
    rows.find(before.field, before.value, before.index).then(
      (found) => {
        if (!current || sought.current !== before) return;
        sought.current = null;
        if (found === null) return;
        held.current = { ...before, rows, index: found };
        if (found === before.index) return;
        const target = focused(body.current);
        focusNext.current = target === null ? null : { row: found, target };
        keepNext.current = placeOfKeys(body.current);
        setChosen(found);
      },
      // Rows of a list that was replaced meanwhile.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [rows, asked, body]);

  const keep = useEffectEvent(keepAt);
  useLayoutEffect(() => {
    if (keepNext.current === null || index === null) return;
    keep(index, keepNext.current);
    keepNext.current = null;
  }, [index]);

  // The row to go to may have come into the document only now.
  useLayoutEffect(() => {
    const next = focusNext.current;
    if (next === null || next.row !== index) return;
    const row = body.current?.querySelector(`tr[aria-rowindex="${next.row + 1}"]`);
    if (!row) return;
    const element = next.target === rowItself ? row : row.querySelectorAll('a, button')[next.target];
    if (!(element instanceof HTMLElement)) return;
    focusNext.current = null;
    element.focus({ preventScroll: true });
  });

  return {
    index,
    choose: (next) => {
      sought.current = null;
      setChosen(next);
    },
    goTo: (next) => {
      sought.current = null;
      focusNext.current = { row: next, target: rowItself };
      setChosen(next);
    },
    keysGoOnFrom: (pressedIn) => (focusNext.current === null ? pressedIn : (index ?? pressedIn)),
    hold: (of, position, record) => {
      const name = nameOf(record);
      held.current = name && { rows: of, asked, index: position, ...name };
    },
  };
}
