/** The ways into the list of a page that lead past what stands above it, and out of it again. */

/** @returns whether there is a list whose rows have come. */
export function enterList(): boolean {
  const row = document.querySelector('.data-table tbody tr[tabindex="0"]');
  if (!(row instanceof HTMLElement)) return false;
  const { top, bottom } = row.getBoundingClientRect();
  row.focus();
  // From above the list its rows get the whole screen, not a line at its foot.
  if (top < 0 || bottom > globalThis.innerHeight) row.scrollIntoView({ block: 'start' });
  return true;
}

/** Goes to the field that searches the list: what had the focus may be about to vanish. @returns whether there is one. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('search input[type=search]');
  field?.focus();
  return field !== null;
}
