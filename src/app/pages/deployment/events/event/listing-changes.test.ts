import { expect, test } from 'vitest';
import type { ChangeEntry, ChangeType } from '#contract/history.ts';
import { listingChangesInWords } from './listing-changes.ts';

const now = Date.parse('2026-11-25T12:00:00Z');

function entry(type: ChangeType, at: string, notBefore: string | null): ChangeEntry {
  const fields = { id: at, kind: 'event', key: 'evt_1', occurrence: 1, before: null, after: null } as const;
  return { ...fields, type, at, notBefore, blind: false };
}

test('reports when a type appeared, went and returned, newest first', () => {
  const told = listingChangesInWords(
    [
      entry('returned', '2026-11-25T10:20:00.000Z', '2026-11-25T10:19:00.000Z'),
      entry('vanished', '2026-11-24T08:00:00.000Z', '2026-11-24T07:59:00.000Z'),
      entry('appeared', '2026-11-20T08:00:00.000Z', null),
      entry('scopes', '2026-11-23T08:00:00.000Z', null),
    ],
    now,
  );
  expect(told.replaceAll('\u00a0', ' ')).toBe(
    'Listed again 10:20 (not yet at 10:19). No longer listed 24 Nov 08:00 (still listed at 24 Nov 07:59). First listed 20 Nov 08:00.',
  );
});

test('is empty for a type that was always listed', () => {
  expect(listingChangesInWords([], now)).toBe('');
});
