/** Puts text typed into the filter of the server-rendered screen into the address, where the app reads it. */

import { drawnScreen } from '../delivered/drawn-screen.ts';
import { textParameter } from '../url/paths.ts';

/**
 * The app's first request then has the filter. Text typed later follows in uncover.ts.
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
