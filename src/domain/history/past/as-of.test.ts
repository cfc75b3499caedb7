import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeIn } from '../time-in.ts';
import {
  comparedTextIn,
  deploymentAsOf,
  deploymentAtText,
  momentText,
  momentTextIn,
  setCompared,
} from './as-of.ts';
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

const compareNow = Date.parse('2026-11-28T12:00:00Z');
const textOf = (search: string) => comparedTextIn(new URLSearchParams(search), compareNow);

describe('the moment with which a page is compared', () => {
  test('is a time or the present', () => {
    expect(textOf('?against=2026-11-27T03:00:00Z')).toBe('2026-11-27T03:00:00Z');
    expect(textOf('?at=2026-11-27T03:00:00Z&against=now')).toBe('now');
  });

  test.each([
    '',
    '?against=now',
    '?at=2026-11-27T03:00:00Z',
    '?against=yesterday',
    '?against=2026-11-28T12:00:06Z',
  ])('is absent in "%s"', (search) => expect(textOf(search)).toBeNull());

  test('is in the address, beside what else is there', () => {
    const parameters = new URLSearchParams('?sort=id&at=2026-11-27T03:00:00Z');
    setCompared(parameters, Date.parse('2026-11-27T02:00:00Z'), null);
    expect(Object.fromEntries(parameters)).toEqual({ sort: 'id', against: '2026-11-27T02:00:00Z' });
    setCompared(parameters, null, Date.parse('2026-11-27T02:00:00.5Z'));
    expect(Object.fromEntries(parameters)).toEqual({
      sort: 'id',
      against: 'now',
      at: '2026-11-27T02:00:00.500Z',
    });
  });

  test('has a deployment of its own', () => {
    const present = {
      slug: 'edge',
      name: 'Edge',
      baseUrl: 'deployments/edge',
      shownUrl: 'edge',
      demo: false,
      words: {},
    };
    expect(deploymentAtText(present, 'now')).toBe(present);
    expect(deploymentAtText(present, '2026-11-27T03:00:00Z').slug).toBe('edge@2026-11-27T03:00:00Z');
  });
});
