import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlLine } from './curl.ts';

test('a request is one shell line', () => {
  expect(curlLine('https://e.test/api/v2/nodes', { accept: 'application/json' })).toBe(
    "curl -sS -i -H 'accept: application/json' 'https://e.test/api/v2/nodes'",
  );
});

/** Splits a command line into words as a shell does, without running it. */
function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-c', `set -- ${line}\nprintf '%s\\0' "$@"`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

test('any address is a single shell word', () => {
  const part = fc.constantFrom("'", '"', '$(touch x)', '`id`', '\\', '\n', ';', '&', '!', '*', ' ', 'ü', '%27');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const url = `http://h/${parts.join('')}`;
      expect(wordsOf(curlLine(url, { accept: 'a' }))).toEqual(['curl', '-sS', '-i', '-H', 'accept: a', url]);
    }),
    { numRuns: 40 },
  );
});
