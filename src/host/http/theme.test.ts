import { expect, test } from 'vitest';
import { chosenTheme, wallTheme } from './theme.ts';

const ask = (search: string, cookie?: string) =>
  chosenTheme(new Request(`http://host/first${search}`, { headers: cookie === undefined ? {} : { cookie } }));

test.each([
  ['', undefined, null],
  ['?theme=dark', undefined, 'dark'],
  ['', 'a=b; edgewatch-theme=light; c=d', 'light'],
  ['?theme=dark', 'edgewatch-theme=light', 'dark'],
  // An invalid value counts as absent, as in the app (src/app/url/settings.ts).
  ['?theme="><script>', undefined, null],
  ['', 'edgewatch-theme=blue', null],
  ['', 'x-edgewatch-theme=dark', null],
])('%s with the cookie %s: %s', (search, cookie, theme) => {
  expect(ask(search, cookie)).toBe(theme);
});

test.each([
  ['', undefined, 'dark'],
  ['', 'light', 'light'],
  ['?theme=light', 'dark', 'light'],
  ['?theme=blue', undefined, 'dark'],
] as const)('a wall at %s, configured %s: %s, whatever the reader chose', (search, configured, theme) => {
  const request = new Request(`http://host/wall${search}`, { headers: { cookie: 'edgewatch-theme=light' } });
  expect(wallTheme(request, configured)).toBe(theme);
});
