/** Promises about the repository itself: what no line of the product may do with a stranger's text. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/(?:\.test\.tsx?$|\/test-[\w-]+\.ts$)/.test(path))
  .map((path) => ({
    path,
    // Comments may name what the code must not do.
    code: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
  }));

function offenders(forbidden: RegExp, allowed: readonly string[] = []): string[] {
  return sources
    .filter(({ path, code }) => forbidden.test(code) && !allowed.includes(path))
    .map(({ path }) => path);
}

test('there are sources to look at', () => expect(sources.length).toBeGreaterThan(200));

describe('no source', () => {
  test.each<[string, RegExp, readonly string[]]>([
    [
      'makes markup of text',
      /\binnerHTML\b|\bouterHTML\s*=|insertAdjacentHTML|document\.write|srcdoc|dangerouslySetInnerHTML/i,
      [],
    ],
    ['runs text', /\beval\s*\(|new Function\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]/, []],
    // Own records only: the decoder's fresh object, never a parsed one.
    ['copies all members of an object it was sent', /Object\.assign\s*\(/, ['contract/decode-status.ts']],
    ['reaches for the prototype', /\.__proto__|Object\.setPrototypeOf/, []],
    [
      'takes a time from an answer to a timer, past the clamps of the domain',
      /\bset(?:Timeout|Interval)\s*\([^;]{0,400}?(?:retryAfter|maxAge|max-age|lifetime\.|headers\.get)/,
      [],
    ],
  ])('%s', (_what, forbidden, allowed) => expect(offenders(forbidden, allowed)).toEqual([]));

  test('of the app asks the network but through the client, and for its own configuration', () => {
    const inApp = offenders(/(?<![\w.'])fetch\s*\(|new XMLHttpRequest|new EventSource|sendBeacon/).filter(
      (path) => /^(?:app|client|domain|contract)\//.test(path),
    );
    // The transport that is given to the client, and the host's own documents.
    expect(
      inApp.filter(
        (path) => !['app/delivered.ts', 'app/ask-ahead.ts', 'app/config.ts', 'app/new-build.ts'].includes(path),
      ),
    ).toEqual([]);
  });
});

test('no component or hook has a bigint literal: the compiler of React in use makes nothing of it', () => {
  const compiled = sources.filter(({ path, code }) => path.endsWith('.tsx') || /function use[A-Z]/.test(code));
  expect(compiled.filter(({ code }) => /(?<![\w.])\d+n\b/.test(code)).map(({ path }) => path)).toEqual([]);
});

test('the rules catch what they forbid', () => {
  expect('element.innerHTML = name').toMatch(/\binnerHTML\b/);
  expect("setTimeout('alert(1)', 5)").toMatch(/\bset(?:Timeout|Interval)\s*\(\s*['"`]/);
});
