import { parse } from 'hono/utils/cookie';
import { type Theme, themeCookie } from '#contract/host.ts';

/** The theme in the address, else the reader's choice; `null` if there is neither. */
export function chosenTheme(request: Request): Theme | null {
  const cookies = parse(request.headers.get('cookie') ?? '', themeCookie);
  const theme = new URL(request.url).searchParams.get('theme') ?? cookies[themeCookie];
  return theme === 'dark' || theme === 'light' ? theme : null;
}

/** A wall has its own theme. The reader's choice for the desktop does not count. */
export function wallTheme(request: Request, configured: Theme = 'dark'): Theme {
  const theme = new URL(request.url).searchParams.get('theme');
  return theme === 'dark' || theme === 'light' ? theme : configured;
}
