import { expect, test } from 'vitest';
import { earliestKnown } from './sections.ts';

const known = '2026-11-23T05:59:58.000Z';

test.each([
  ['final handovers need no word', [undefined, undefined], undefined],
  ['one that may still change', [undefined, known], known],
  ['the earliest of several', ['2026-11-23T06:00:00.000Z', known], known],
  ['a deployment without any poll', [known, null], null],
])('%s', (_name, times, expected) => {
  const handovers = times.map((time) => (time === undefined ? {} : { knownUntil: time }));
  expect(earliestKnown(handovers).knownUntil).toBe(expected);
});
