import { type Theme, themeCookie } from '#contract/host.ts';
import { cookieOf } from './cookie.ts';

/** The theme that a page is asked for in: the address first, then what the reader chose; `null` where neither says. */
export function chosenTheme(request: Request): Theme | null {
  const asked = new URL(request.url).searchParams.get('theme') ?? cookieOf(request, themeCookie);
  return asked === 'dark' || asked === 'light' ? asked : null;
}

/** A wall has a theme of its own, whatever its browser's reader chose for the desk. */
export function wallTheme(request: Request, configured: Theme = 'dark'): Theme {
  const asked = new URL(request.url).searchParams.get('theme');
  return asked === 'dark' || asked === 'light' ? asked : configured;
}
