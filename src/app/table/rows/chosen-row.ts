import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Rows } from '#domain/lists/listing.ts';

interface ChosenState {
  readonly rows: unknown;
  readonly asked: string;
  readonly index: number;
  readonly field: string;
  readonly value: string;
}

/**
 * Returns the field that identifies a row, and its value. It is `id`, or `code` for regions, which have no id
 * (API document, part 2). `null` if the row has no such text.
 */
export function nameOf(record: object): Pick<ChosenState, 'field' | 'value'> | null {
  const field = 'id' in record ? 'id' : 'code';
  const value: unknown = Reflect.get(record, field);
  return typeof value === 'string' ? { field, value } : null;
}

const rowItself = -1;

/**
 * Returns the index of the focused link or button in its row; -1 for the row itself. Returns `null` if the
 * focus is not in the table body.
 */
function focused(body: HTMLElement | null): number | null {
  const element = document.activeElement;
  const row = body?.contains(element) ? element?.closest('tr') : null;
  return row && element ? [...row.querySelectorAll('a, button')].indexOf(element) : null;
}

/** Returns the top edge on the screen of the row with keyboard focus, pixels; `null` if none is in view. */
function placeOfKeys(body: HTMLElement | null): number | null {
  const element = document.activeElement;
  // After a click, the viewer reads at a place in the order and does not follow that row.
  if (!body?.contains(element) || element?.matches(':focus-visible') !== true) return null;
  const rect = element.closest('tr')?.getBoundingClientRect();
  return rect && rect.top >= 0 && rect.bottom <= globalThis.innerHeight ? rect.top : null;
}

export interface ChosenRow {
  readonly index: number | null;
  choose(index: number): void;
  goTo(index: number): void;
  keysGoOnFrom(pressedIn: number): number;
  /** Stores which record is at an index of these rows, so that it can be found after a refresh. */
  hold(rows: unknown, index: number, record: object): void;
}

/**
 * Tracks the chosen row, from which keys continue. After a refresh, the choice and the focus follow the
 * record to its new row. With keyboard focus in view, the row also keeps its position on the screen.
 * @param asked - text that changes with the query of `rows`, but not with a refresh.
 * @param keepAt - scrolls so that a row is at a position on the screen, pixels.
 */
export function useChosenRow<Row>(
  rows: Rows<Row>,
  asked: string,
  body: RefObject<HTMLElement | null>,
  keepAt: (index: number, top: number) => void,
): ChosenRow {
  const [chosen, setChosen] = useState<number | null>(null);
  const chosenRecord = useRef<ChosenState | null>(null);
  /**
   * Record that must be found in the new rows; `null` if none. The rows may be replaced again before it is
   * found.
   */
  const wanted = useRef<ChosenState | null>(null);
  /** Index of the row to focus, and of the element in it, once the row is in the document; `null` if none. */
  const focusNext = useRef<{ readonly row: number; readonly target: number } | null>(null);
  const keepNext = useRef<number | null>(null);
  const index = chosen !== null && chosen < rows.count ? chosen : null;

  useEffect(() => {
    const before = wanted.current ?? chosenRecord.current;
    if (!before || before.rows === rows) return undefined;
    chosenRecord.current = null;
    wanted.current = null;
    if (before.asked !== asked) {
      setChosen(null);
      return undefined;
    }
    wanted.current = before;
    let current = true;
    rows.find(before.field, before.value, before.index).then(
      (found) => {
        if (!current || wanted.current !== before) return;
        wanted.current = null;
        if (found === null) return;
        chosenRecord.current = { ...before, rows, index: found };
        if (found === before.index) return;
        const target = focused(body.current);
        focusNext.current = target === null ? null : { row: found, target };
        keepNext.current = placeOfKeys(body.current);
        setChosen(found);
      },
      // The rows were replaced in the meantime.
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

  // Runs after each render, because the row may be in the document only now.
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
      wanted.current = null;
      setChosen(next);
    },
    goTo: (next) => {
      wanted.current = null;
      focusNext.current = { row: next, target: rowItself };
      setChosen(next);
    },
    keysGoOnFrom: (pressedIn) => (focusNext.current === null ? pressedIn : (index ?? pressedIn)),
    hold: (of, position, record) => {
      const name = nameOf(record);
      chosenRecord.current = name && { rows: of, asked, index: position, ...name };
    },
  };
}
