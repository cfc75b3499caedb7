import { expect, test } from 'vitest';
import { answerAt } from '#testing/feeds.ts';
import { type HttpError, storedCopySummary } from './http-error.ts';

const at = Date.UTC(2026, 2, 12, 4, 12, 7);

const lifetime = { 'cache-control': 'public, max-age=300', date: new Date(at).toUTCString() };

/**
 * Summarizes an HTTP error.
 *
 * @param answeredAt - time of the last usable response, epoch milliseconds. `null`: none.
 */
function summary(baseUrl: string, more: Partial<HttpError> = {}, answeredAt: number | null = null) {
  const earlier = answeredAt === null ? null : answerAt(answeredAt, null);
  const error = { status: 503, headers: new Headers(lifetime), problem: '', receivedAt: at, ...more };
  return storedCopySummary({ baseUrl, path: '/api/v1/nodes', earlier }, error);
}

test.each([
  ['without the member', {}, null],
  ['before a repeat', { storedCopy: { since: null } }, 'HTTP 503, it may be a stored copy'],
  [
    'with the start',
    { storedCopy: { since: '2026-03-12T04:12:07.250Z' } },
    'HTTP 503, the same since 04:12:07: it may be a stored copy',
  ],
  ['with an unreadable start', { storedCopy: { since: 'soon' } }, 'HTTP 503, it may be a stored copy'],
])('a problem document of the host: %s', (_name, members, expected) => {
  expect(summary('http://a', { problem: JSON.stringify({ kind: 'http', ...members }) })).toBe(expected);
});

test('a page without a host recognises a repeated error by Date, until a usable response arrives', () => {
  const first = 'HTTP 503, it may be a stored copy';
  expect(summary('http://b')).toBe(first);
  expect(summary('http://b', { receivedAt: at + 30_000 })).toBe(
    'HTTP 503, the same since 04:12:07: it may be a stored copy',
  );
  expect(summary('http://b', { receivedAt: at + 60_000 }, at + 45_000)).toBe(first);
});

test('an error without a lifetime has no note about a stored copy', () => {
  expect(summary('http://c', { headers: new Headers() })).toBeNull();
});
