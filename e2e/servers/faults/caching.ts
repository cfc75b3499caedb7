/**
 * Fault modes: caching and clocks. The bodies are as documented (docs/understand/untrusted-responses.md,
 * “Caching and clocks”).
 */

import { lists, type Mode, odd } from './mode.ts';

function cacheControl(
  name: string,
  rows: string,
  value: string | readonly string[] | null,
  due?: number,
): Mode {
  const says =
    value === null ? 'states no Cache-Control' : `sends Cache-Control: ${[value].flat().join(' and ')}`;
  const more = { on: lists, ...(due === undefined ? {} : { due }) };
  return odd(name, rows, says, { headers: { 'Cache-Control': value } }, more);
}

function age(name: string, value: string, due?: number): Mode {
  const more = { on: lists, ...(due === undefined ? {} : { due }) };
  return odd(
    `age-${name}`,
    'A66',
    `sends Age: ${value} with max-age=60`,
    {
      headers: { Age: value, 'Cache-Control': 'max-age=60' },
    },
    more,
  );
}

const hour = 3_600;

export const cachingModes = [
  cacheControl('no-cache-control', 'A62', null),
  cacheControl('max-age-negative', 'A63', 'max-age=-60'),
  cacheControl('max-age-fraction', 'A63', 'max-age=1.5'),
  cacheControl('max-age-words', 'A63', 'max-age=long'),
  cacheControl('max-age-quoted', 'A63', 'max-age="60"'),
  cacheControl('max-age-twice', 'A63', ['max-age=600', 'max-age=60']),
  cacheControl('max-age-zero', 'A63', 'max-age=0'),
  cacheControl('max-age-past-2-to-31', 'A64', 'max-age=99999999999', hour),
  cacheControl('max-age-a-year', 'A64', 'max-age=31536000, immutable', hour),
  cacheControl('private', 'A65', 'private, max-age=60'),
  cacheControl('no-cache', 'A65', 'no-cache'),
  cacheControl('no-store-with-max-age', 'A65', 'no-store, max-age=600'),
  cacheControl('s-maxage', 'A65', 's-maxage=600, max-age=60'),
  cacheControl('stale-while-revalidate', 'A65', 'max-age=60, stale-while-revalidate=600, stale-if-error=600'),
  age('half', '30'),
  age('huge', '99999999999'),
  age('negative', '-5'),
  odd(
    'expires-only',
    'A66',
    'sends Expires and no Cache-Control',
    ({ now }) =>
      () => ({
        headers: { 'Cache-Control': null, Expires: new Date(now() + 60_000).toUTCString() },
      }),
    { on: lists },
  ),
  odd('vary-any', 'A66', 'varies by everything', { headers: { Vary: '*' } }),
  odd('no-date', 'A66', 'does not say what time it has', { headers: { Date: null } }),
  odd(
    'cacheable-status',
    'A67',
    'allows its status to be kept for an hour',
    {
      headers: { 'Cache-Control': 'public, max-age=3600' },
    },
    { on: ['status'] },
  ),
];
