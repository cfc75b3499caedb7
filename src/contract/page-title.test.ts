import { expect, test } from 'vitest';
import { describePage } from './page-title.ts';

test.each([
  ['<!doctype html><title>Sign in</title><p>Hello', 'a page titled “Sign in”'],
  ['<TITLE lang=en>\n Sign in\n</TITLE>', 'a page titled “Sign in”'],
  ['<title>cut', 'a page titled “cut”'],
  [`<title>${'long '.repeat(100)}</title>`, `a page titled “${'long '.repeat(40).trim()}”`],
  ['<title></title><p>Hello', null],
  ['<title', null],
  ['', null],
  [`${' '.repeat(100_000)}<title>too far down</title>`, null],
])('%j', (html, words) => {
  expect(describePage(html)).toBe(words);
});
