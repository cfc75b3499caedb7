import { expect, test } from 'vitest';
import { endpointAt } from '#contract/endpoints.ts';
import { noHeaders } from '#domain/answer/answer.ts';
import { againstDocument } from './headers.ts';

const nodes = endpointAt('/api/v2/nodes');

test('documented headers come first, even if not sent', () => {
  const rows = againstDocument(
    [
      ['X-Odd', 'a'],
      ['Content-Type', 'text/html'],
    ],
    nodes,
  );
  expect(rows).toEqual([
    { name: 'content-type', sent: 'text/html', words: 'differs: documented application/json', differs: true },
    { name: 'cache-control', sent: null, words: 'differs: documented public, max-age=60', differs: true },
    { name: 'X-Odd', sent: 'a', words: 'not in the API document', differs: false },
  ]);
});

test('the stored headers of the last response have the same format', () => {
  const kept = {
    ...noHeaders,
    cacheControl: 'max-age=60, public',
    contentType: 'application/json; charset=utf-8',
    age: '3',
  };
  expect(againstDocument(kept, nodes).map(({ name, differs }) => [name, differs])).toEqual([
    ['content-type', false],
    ['cache-control', false],
    ['age', false],
  ]);
});
