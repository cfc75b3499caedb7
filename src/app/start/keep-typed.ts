/**
 * Puts text that was typed into the filter of the server-rendered screen into the URL, where the app reads
 * it.
 */

import { drawnScreen } from '../delivered/drawn-screen.ts';
import { textParameter } from '../url/paths.ts';

/**
 * Writes the typed text to the URL, so that the app's first request has the filter. uncover.ts transfers text
 * typed later.
 * @returns whether there was text.
 */
export function keepTyped(): boolean {
  const field = drawnScreen()?.querySelector<HTMLInputElement>('main input.field[type=search]');
  if (!field || field.value === '') return false;
  const address = new URL(location.href);
  address.searchParams.set(textParameter, field.value);
  history.replaceState(history.state, '', address);
  return true;
}
