/** Moves the focus into the list of a page: to its rows or to its search field. */

/**
 * Focuses the list's row that takes part in the tab order.
 * @returns whether the list has rendered rows.
 */
export function enterList(): boolean {
  const row = document.querySelector('.data-table tbody tr[tabindex="0"]');
  if (!(row instanceof HTMLElement)) return false;
  const { top, bottom } = row.getBoundingClientRect();
  row.focus();
  // If the row is not completely visible, it moves to the top of the screen, and the rows fill the screen.
  if (top < 0 || bottom > globalThis.innerHeight) row.scrollIntoView({ block: 'start' });
  return true;
}

/**
 * Focuses the search field of the list.
 * @returns whether the page has a search field.
 */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('search input[type=search]');
  field?.focus();
  return field !== null;
}
