import { beforeEach, expect, test } from 'vitest';
import { seedDeliveredTallies } from '#app/observe/verdicts/tallies.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { answerAt } from '#testing/feeds.ts';
import { knownTotal } from './known-total.ts';

const path: EndpointPath = '/api/v2/buckets';
const loaded = Date.parse('2026-11-27T08:00:00Z');
const minute = 60_000;
const inRegions: Claim = { kind: 'known-regions', regions: 3 };
const atLeast: Claim = { kind: 'at-least', reasons: ['the list says that there is more'] };
const firstFifty: Claim = { ...atLeast, first: 50 };

/**
 * Puts a total of 889 buckets into the document, which the observer read two minutes before the page was
 * loaded.
 */
function observed(claim: Claim) {
  seedDeliveredTallies(
    [
      {
        slug: 'edge',
        path,
        heldMilliseconds: 2 * minute,
        ageSeconds: 0,
        lifetimeMilliseconds: minute,
        leftMilliseconds: minute,
        tally: { claim, groups: [{ code: null, name: null, word: null, count: 889 }] },
        bytes: { total: '918734323983581185', missing: 0 },
        objects: { total: '41000', missing: 0 },
      },
    ],
    loaded,
  );
}

function known(own: { readonly claim: Claim; readonly count: number } | null, time = loaded, slug = 'edge') {
  const answer: Answer<{ claim: Claim; count: number }> | null = own && answerAt(time, own, { path });
  return knownTotal(slug, { path, feed: { answer, failure: null }, availability: 'offered' }, time);
}

beforeEach(() => observed(inRegions));

test('the complete figure of the observer wins over a truncated first response', () => {
  const total = known({ claim: firstFifty, count: 50 });
  expect(total).toMatchObject({
    claim: inRegions,
    count: 889,
    bytes: { total: '918734323983581185' },
    objects: { total: '41000' },
  });
  expect(total && freshnessOf(total.feed, loaded)).toBe('late');
});

test('it is shown before the first response', () => {
  expect(known(null)).toMatchObject({ count: 889 });
});

test.each([
  ['a complete response', { claim: { kind: 'exact' }, count: 880 }],
  ['a response with more rows', { claim: firstFifty, count: 890 }],
] as const)('%s wins over the observer', (_name, own) => {
  expect(known(own)).toBeNull();
});

test('of two truncated lists the longer one is shown', () => {
  observed(atLeast);
  expect(known({ claim: firstFifty, count: 50 })).toMatchObject({ count: 889, claim: atLeast });
});

test('figures older than an hour are not used', () => {
  expect(known({ claim: firstFifty, count: 50 }, loaded + 57 * minute)).not.toBeNull();
  expect(known({ claim: firstFifty, count: 50 }, loaded + 59 * minute)).toBeNull();
});

test('another deployment has none', () => {
  expect(known(null, loaded, 'other')).toBeNull();
});
