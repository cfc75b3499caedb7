import { expect, test } from 'vitest';
import { relayedAnswer } from '#domain/answer/answer.ts';
import { freshLifetime } from '#domain/answer/poll.ts';
import type { Said } from '../history/reading.ts';
import { longestAge, Readings } from './readings.ts';

const said: Said = { resource: 'node', word: null, claim: 'exact', rows: [], totals: [] };
const lifetime = freshLifetime(60_000, '');

test('of many answers the first was asked for at its time, and all are there with the last', () => {
  const answer = relayedAnswer('/api/v2/nodes', null, { receivedAt: 20_000, ageSeconds: 5, lifetime });
  const read = {
    slug: 'edge',
    path: answer.path,
    feed: { answer, failure: null },
    askedAt: 19_000,
    said,
    updatedAt: null,
    changes: [],
  };
  const same = (time: number) => time;
  const one = new Readings().of(read, same);
  expect([one?.sentAt, one?.at]).toEqual([13_000, 20_000]);
  const many = new Readings().of({ ...read, between: { sentAt: 9_500.5, receivedAt: 23_000.5 } }, same);
  expect([many?.sentAt, many?.at]).toEqual([9_500, 23_001]);
  // Vouched for is no more than by the oldest.
  expect(many?.outcome).toMatchObject({ kind: 'answered', vouched: 66_999 });
});

test('an age of whole seconds may be almost one more, also of none of them that are over', () => {
  const told = (ageSeconds: number, age: string | null) => {
    const answer = relayedAnswer('/api/v2/nodes', null, { receivedAt: 20_000, ageSeconds, lifetime });
    return longestAge({ ...answer, headers: { ...answer.headers, age } });
  };
  expect([told(0, null), told(0, '0'), told(5, '5')]).toEqual([0, 1_000, 6_000]);
});
