import { parse } from 'hono/utils/cookie';
import { type Theme, themeCookie } from '#contract/host.ts';

/** Returns the theme in the address, else the reader's choice; `null` if there is neither. */
export function chosenTheme(request: Request): Theme | null {
  const cookies = parse(request.headers.get('cookie') ?? '', themeCookie);
  const theme = new URL(request.url).searchParams.get('theme') ?? cookies[themeCookie];
  return theme === 'dark' || theme === 'light' ? theme : null;
}

/**
 * Returns the theme of a wall screen: in the address, else configured. The reader's choice for the desktop
 * does not count.
 */
export function wallTheme(request: Request, configured: Theme = 'dark'): Theme {
  const theme = new URL(request.url).searchParams.get('theme');
  return theme === 'dark' || theme === 'light' ? theme : configured;
}
