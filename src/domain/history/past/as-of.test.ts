import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeIn } from '../time-in.ts';
import { deploymentAsOf, momentText, momentTextIn } from './as-of.ts';
import { momentOf, presentSlug, slugAsOf } from './slug-in-time.ts';

const noon = Date.parse('2026-11-27T12:00:00Z');

test.each([
  ['2026-11-27T03:00:00Z', '2026-11-27T03:00:00.000Z'],
  ['2026-11-27T03:00:00.5Z', '2026-11-27T03:00:00.500Z'],
  ['2026-11-27T03:00:20.123Z', '2026-11-27T03:00:20.123Z'],
])('%s is a moment', (text, iso) => {
  expect(timeIn(text)).toBe(Date.parse(iso));
});

test.each([
  '',
  'yesterday',
  '2026-11-27',
  '2026-11-27T03:00Z',
  '2026-11-27T03:00:00',
  '2026-11-27T03:00:00+01:00',
  '2026-11-27T03:00:00.1234Z',
  '2026-02-30T03:00:00Z',
  '2026-11-27T24:00:00Z',
  '2026-13-01T00:00:00Z',
  ' 2026-11-27T03:00:00Z',
  'fra1',
])('“%s” is no moment, so the page shows the present', (text) => {
  expect(timeIn(text)).toBeNull();
  expect(momentTextIn(new URLSearchParams({ at: text }), noon)).toBeNull();
});

test('a moment up to 5 s ahead is past, a later one is not', () => {
  const at = (ahead: number) => momentTextIn(new URLSearchParams({ at: momentText(noon + ahead) }), noon);
  expect(at(5_000)).toBe('2026-11-27T12:00:05Z');
  expect(at(5_001)).toBeNull();
  expect(momentTextIn(new URLSearchParams(), noon)).toBeNull();
});

test('a deployment as of a moment has a slug and an API of its own', () => {
  const edge = {
    slug: 'edge',
    name: 'Edge',
    baseUrl: 'deployments/edge',
    shownUrl: 'https://api.example.com',
    demo: false,
    words: {},
    places: {},
  };
  expect(deploymentAsOf(edge, '2026-11-27T03:00:00Z')).toEqual({
    ...edge,
    slug: 'edge@2026-11-27T03:00:00Z',
    baseUrl: 'history/edge/at/2026-11-27T03:00:00Z',
  });
});

test('every moment survives its text and its slug', () => {
  const year9999 = Date.parse('9999-12-31T23:59:59.999Z');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: year9999 }),
      fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/),
      (moment, slug) => {
        const text = momentText(moment);
        expect(timeIn(text)).toBe(moment);
        const past = slugAsOf(slug, text);
        expect([presentSlug(past), momentOf(past)]).toEqual([slug, moment]);
        expect([presentSlug(slug), momentOf(slug)]).toEqual([slug, null]);
      },
    ),
  );
});
