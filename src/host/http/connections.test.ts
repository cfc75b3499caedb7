import { describe, expect, it } from 'vitest';
import { roomFor, type Seat } from './connections.ts';

const limits = { ofAnAddress: 2, inAll: 4 };
const now = 10_000;
const seat = (address: string, state: Seat['state'], since = 0): Seat => ({ address, state, since });
const fresh = now - 999;

describe('a further connection', () => {
  it.each<[string, readonly Seat[], 'free' | 'none' | number]>([
    ['finds room while there is some', [seat('b', 'busy'), seat('b', 'busy'), seat('a', 'busy')], 'free'],
    ['is one too many of its address', [seat('a', 'busy'), seat('a', 'waiting', fresh)], 'none'],
    ['takes the place of one whose head is late', [seat('a', 'busy'), seat('a', 'waiting')], 1],
    [
      'does not count idle ones of its address',
      [seat('a', 'idle'), seat('a', 'idle'), seat('a', 'busy')],
      'free',
    ],
    [
      'closes the longest idle one',
      [seat('b', 'busy'), seat('b', 'idle', 5), seat('a', 'idle', 3), seat('c', 'waiting')],
      2,
    ],
    [
      'closes the latest head of all where none is idle',
      [seat('b', 'busy'), seat('b', 'waiting', 5), seat('c', 'waiting', 3), seat('c', 'busy')],
      2,
    ],
    [
      'leaves one that was answered just now to its client where another owes a head',
      [seat('b', 'busy'), seat('b', 'idle', fresh), seat('c', 'waiting'), seat('c', 'busy')],
      2,
    ],
    [
      'closes one that was answered just now where all others are at work',
      [seat('b', 'busy'), seat('b', 'idle', fresh), seat('c', 'busy'), seat('c', 'busy')],
      1,
    ],
    [
      'takes the longest owed head of whoever holds the most, however short that is',
      [seat('b', 'busy'), seat('c', 'waiting', fresh), seat('b', 'waiting', fresh), seat('b', 'waiting', now)],
      2,
    ],
    [
      'finds none where all are at work',
      [seat('b', 'busy'), seat('b', 'busy'), seat('b', 'busy'), seat('c', 'waiting', fresh)],
      'none',
    ],
    [
      'finds none where no other holds more than its own',
      [seat('b', 'waiting', fresh), seat('b', 'waiting', fresh), seat('a', 'busy'), seat('c', 'busy')],
      'none',
    ],
  ])('%s', (_, seats, expected) => {
    const room = roomFor('a', seats, limits, now);
    expect(room).toBe(typeof expected === 'number' ? seats[expected] : expected);
  });
});
