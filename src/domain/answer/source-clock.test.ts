import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf } from '#testing/feeds.ts';
import { type ClockReading, clockAfter, frozenSince, trustOf, unchangedSince } from './source-clock.ts';

const start = Date.UTC(2026, 2, 12, 14);
const poll = 10_000;
const minutes = 60_000;

/**
 * One poll: the service's own time in seconds after the start (`null`: not sent), and the status word of its
 * only component.
 */
interface Stated {
  readonly time: number | null;
  readonly word?: string;
}

/**
 * Reads several polls, one per poll period.
 *
 * @returns the reading of the last one.
 */
function read(stated: readonly Stated[], period = poll): ClockReading {
  let reading: ClockReading | null = null;
  stated.forEach(({ time, word = 'operational' }, index) => {
    const document = documentOf('operational', { Cache: word });
    const updated_at = time === null ? null : new Date(start + time * 1000).toISOString();
    const value = { ...document, updated_at };
    const receivedAt = start + index * period;
    reading = { value, receivedAt, source: clockAfter(reading, value, receivedAt) };
  });
  if (!reading) throw new Error('Nothing was read.');
  return reading;
}

const times = (count: number, time: (index: number) => number | null) =>
  Array.from({ length: count }, (_, index) => ({ time: time(index) }));
/** Number of polls within five minutes, the first and the last one included. */
const long = (5 * minutes) / poll + 1;

describe('our own clock jumps ahead, after sleep or because it was set', () => {
  const jump = 120 * minutes;
  const after = (reading: ClockReading): ClockReading => {
    const receivedAt = reading.receivedAt + jump + 1_000;
    return { ...reading, receivedAt, source: clockAfter(reading, reading.value, receivedAt, jump) };
  };

  test('a jump does not count as time without a move', () => {
    const reading = after(read(times(4, () => 0)));
    expect(trustOf(reading)).toBe('proven');
    expect(unchangedSince(reading)).toBeNull();
    const next = { ...reading, receivedAt: reading.receivedAt + 5 * minutes };
    expect(trustOf({ ...next, source: clockAfter(reading, next.value, next.receivedAt, jump) })).toBe(
      'assumed',
    );
  });

  test('a source that was frozen or had gone back stays frozen', () => {
    const moving = times(10, (index) => index * 10);
    expect(trustOf(after(read([...moving, ...times(long, () => 90)])))).toBe('frozen');
    expect(trustOf(after(read([{ time: 100 }, { time: 40 }])))).toBe('frozen');
  });
});

describe('a source that used to move while no state changed', () => {
  const moving = times(10, (index) => index * 10);

  test('is frozen five minutes after it stopped, from the time it stopped', () => {
    expect(trustOf(read([...moving, ...times(long - 2, () => 90)]))).toBe('proven');
    const stopped = read([...moving, ...times(long - 1, () => 90)]);
    expect(trustOf(stopped)).toBe('frozen');
    expect(frozenSince(stopped)).toBe(start + 9 * poll);
  });

  test('is proven again once it moves, and may rest the next time', () => {
    const again = [...moving, ...times(long, () => 90), { time: 800 }];
    expect(trustOf(read(again))).toBe('proven');
    expect(trustOf(read([...again, ...times(long, () => 800)]))).toBe('proven');
  });
});

test('a source that moves only with its states is proven during any rest, and the rest is reported', () => {
  const changes = [{ time: 0 }, { time: 10, word: 'degraded' }, { time: 20 }];
  const resting = read([...changes, ...times(10 * long, () => 20)]);
  expect(trustOf(resting)).toBe('proven');
  expect(unchangedSince(resting)).toBe(start + 2 * poll);
});

test.each([
  ['stands still', () => 0],
  ['is not sent', () => null],
])('a time that %s from the first poll on proves nothing after five minutes', (_, time) => {
  expect(trustOf(read(times(long - 1, time)))).toBe('proven');
  expect(trustOf(read(times(long, time)))).toBe('assumed');
});

test.each([
  ['a source that never moves', [{ time: 0 }, { time: null }], 'assumed'],
  [
    'a source that used to move',
    [{ time: 0 }, { time: 10 }, { time: 20 }, { time: null }, { time: 20 }],
    'frozen',
  ],
] as const)('polls without a time give %s no new time', (_, started, trust) => {
  const turns = times(long, (index) =>
    index % 2 === 0 ? null : (started.findLast(({ time }) => time !== null)?.time ?? 0),
  );
  expect(trustOf(read([...started, ...turns]))).toBe(trust);
});

describe('a source that goes back', () => {
  test('is frozen at once, until it is later than ever before', () => {
    const back = [{ time: 100 }, { time: 110 }, { time: 50 }];
    expect(frozenSince(read(back))).toBe(start + 2 * poll);
    expect(trustOf(read([...back, { time: 60 }]))).toBe('frozen');
    expect(trustOf(read([{ time: 110 }, { time: null }, { time: 50 }]))).toBe('frozen');
    expect(trustOf(read([...back, { time: 111 }]))).toBe('proven');
  });

  test('is trusted after two moves forward from there: its clock was corrected', () => {
    expect(trustOf(read([{ time: 9_000 }, { time: 0 }, { time: 10 }, { time: 20 }]))).toBe('proven');
  });

  test('stays frozen while two sources respond alternately', () => {
    const turns = times(40, (index) => index * 10 - (index % 2) * 15);
    expect(trustOf(read([...turns, { time: 0 }, { time: 1 }]))).toBe('frozen');
  });
});

test('with any times of a service, frozen, assumed and proven follow from the polls', () => {
  const reading = fc.record({
    time: fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
    word: fc.constantFrom('operational', 'degraded'),
  });
  fc.assert(
    fc.property(
      fc.array(reading, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 2_000, max: 300_000 }),
      (stated, period) => {
        const last = read(stated, period);
        const known = stated.flatMap(({ time }, index) => (time === null ? [] : [{ time, index }]));
        const wentBack = known.some(({ time }, index) =>
          known.slice(0, index).some((before) => time < before.time),
        );
        const moves = known.filter(({ time }, index) => index > 0 && time !== known[index - 1]?.time);
        const rested = (stated.length - 1 - (moves.at(-1)?.index ?? 0)) * period >= 5 * minutes;
        if (trustOf(last) === 'frozen') expect(wentBack || rested).toBe(true);
        if (trustOf(last) === 'assumed') expect(rested).toBe(true);
        if (moves.length === 0 && rested) expect(trustOf(last)).toBe('assumed');
        if (unchangedSince(last) !== null) expect(rested).toBe(true);
        const since = frozenSince(last) ?? unchangedSince(last) ?? start;
        expect(since).toBeGreaterThanOrEqual(start);
        expect(since).toBeLessThanOrEqual(last.receivedAt);
      },
    ),
    { numRuns: 1_000 },
  );
});
