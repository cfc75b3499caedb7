/** What was typed into the filter of a drawn screen goes into the address, where the app finds what it shows. */

import { drawnScreen } from '../delivered/drawn-screen.ts';
import { textParameter } from '../url/paths.ts';

/**
 * The first rows that the app asks for are those that the text leaves; what is typed from then on follows (uncover.ts).
 *
 * @returns whether something was typed.
 */
export function keepTyped(): boolean {
  const field = drawnScreen()?.querySelector<HTMLInputElement>('main input.field[type=search]');
  if (!field || field.value === '') return false;
  const address = new URL(location.href);
  address.searchParams.set(textParameter, field.value);
  history.replaceState(history.state, '', address);
  return true;
}
