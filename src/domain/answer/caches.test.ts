import { describe, expect, test } from 'vitest';
import { answerAt, listAnswerAt } from '#testing/feeds.ts';
import { noHeaders } from './answer.ts';
import { cacheNames, cachesSeen, describeCaches } from './caches.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const listWith = (headers: Partial<typeof noHeaders>, ageSeconds = 0) =>
  listAnswerAt(0, 60_000, { headers: { ...noHeaders, ...headers }, ageSeconds });

test.each([
  [{ via: '1.1 varnish (Varnish/7.1)' }, ['Varnish/7.1']],
  [{ via: '1.1 cache.test (squid/5.7), http/1.1 edge' }, ['squid/5.7', 'edge']],
  [{ xCache: 'HIT from cache.test' }, ['cache.test']],
  [{ xCache: 'HIT' }, []],
  [{ via: '' }, []],
])('%j names %j', (headers, names) => {
  expect(cacheNames({ ...noHeaders, ...headers })).toEqual(names);
});

describe('in words', () => {
  test.each([
    ['nothing', [listWith({})], /^No response shows a cache/],
    [
      'an Age',
      [listWith({ age: '3' })],
      /^A cache is on the way\. Copies state their age: none is fresh beyond 70 s, and none hides an outage\.$/,
    ],
    ['a Via without an Age', [listWith({ via: '1.1 a' })], /^Caches on the way: a\. Copies state no age/],
    [
      'a mark of nginx without an Age',
      [listWith({ xCache: 'MISS' })],
      /stale ones are marked: none is fresh beyond 130 s, and none hides an outage\.$/,
    ],
    [
      'an X-Cache of Squid without an Age',
      [listWith({ xCache: 'MISS from a' })],
      /Copies state no age: a stale/,
    ],
    [
      'the Age of our own host',
      [listWith({ age: '3', served: 'x', servedAge: '3' }, 3)],
      /^No response shows a cache/,
    ],
    [
      'the Age of our own host, and a mark of Squid',
      [listWith({ age: '3', served: 'x', servedAge: '3', xCache: 'MISS from a' }, 3)],
      /Copies state no age: a stale copy can hide an outage\.$/,
    ],
    [
      'an Age behind our own host',
      [listWith({ age: '3', served: 'x', servedAge: '3', upstreamAge: '2' })],
      /Copies state their age/,
    ],
    [
      'status alone',
      [answerAt(0, null, { headers: { ...noHeaders, via: '1.1 a' } })],
      /^No response shows a cache/,
    ],
  ])('%s', (_, answers, text) => {
    expect(plain(describeCaches(cachesSeen(answers)))).toMatch(text);
  });
});
