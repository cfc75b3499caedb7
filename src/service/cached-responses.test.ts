import { expect, test } from 'vitest';
import { makeResponse, ResponseCache } from './cached-responses.ts';

const answer = makeResponse('{"a":1}', 'public, max-age=60');

test('a response is cached for one revision only', () => {
  const cache = new ResponseCache(100_000);
  cache.set('/a', 3, answer);
  expect([cache.get('/a', 3), cache.get('/a', 4), cache.get('/b', 3)]).toEqual([answer, undefined, undefined]);
});

test('memory stays bounded under a flood of different requests', () => {
  const cache = new ResponseCache(100_000);
  for (let index = 0; index < 10_000; index += 1) cache.set(`/a?region=${index}`, 0, answer);
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
  expect(cache.get('/a?region=9999', 0)).toBe(answer);
  expect(cache.get('/a?region=0', 0)).toBeUndefined();
});

test('replacing a response does not count its size twice', () => {
  const cache = new ResponseCache(100_000);
  cache.set('/a', 0, answer);
  const once = cache.bytes;
  for (let revision = 1; revision < 50; revision += 1) cache.set('/a', revision, answer);
  expect(cache.bytes).toBe(once);
});

test('a response larger than the whole cache is not cached', () => {
  const cache = new ResponseCache(10);
  cache.set('/a', 0, answer);
  expect([cache.get('/a', 0), cache.bytes]).toEqual([undefined, 0]);
});
