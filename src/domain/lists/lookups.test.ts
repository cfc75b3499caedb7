import { expect, test } from 'vitest';
import { placesOf } from './lookups.ts';

function region(code: string | null, name: string) {
  return { code, name, zone: 'eu-central', country: 'DE', status: 'operational' };
}

test('places are found by code; the first of two with one code counts, a place without a code is ignored', () => {
  const places = placesOf(
    [region('fra1', 'Frankfurt'), region('fra1', 'Offenbach'), region(null, 'Atlantis')],
    {},
  );
  expect([...places.values()].map(({ name }) => name)).toEqual(['Frankfurt']);
});

test('a code may be any text, even the name of an object member', () => {
  const places = placesOf([region('__proto__', 'Nowhere')], {});
  expect(places.get('__proto__')?.name).toBe('Nowhere');
  expect(places.get('constructor')).toBeUndefined();
});
