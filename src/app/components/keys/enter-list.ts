/** Keyboard access to a page's list: enters its rows, focuses its search field. */

/** @returns whether the list has rendered rows. */
export function enterList(): boolean {
  const row = document.querySelector('.data-table tbody tr[tabindex="0"]');
  if (!(row instanceof HTMLElement)) return false;
  const { top, bottom } = row.getBoundingClientRect();
  row.focus();
  // Coming from above, the rows get the whole screen.
  if (top < 0 || bottom > globalThis.innerHeight) row.scrollIntoView({ block: 'start' });
  return true;
}

/**
 * Focuses the search field of the list.
 * @returns whether there is one.
 */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('search input[type=search]');
  field?.focus();
  return field !== null;
}
