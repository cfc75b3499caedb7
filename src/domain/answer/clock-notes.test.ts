import { expect, test } from 'vitest';
import { answerAt } from '#testing/feeds.ts';
import { clockNotes } from './clock-notes.ts';
import type { SourceClock } from './source-clock.ts';

const at = Date.UTC(2026, 2, 12, 14, 10);
const since = at - 6 * 60_000;
const still: SourceClock = {
  time: at - 3_600_000,
  since,
  latest: at - 3_600_000,
  hasMoved: true,
  beats: 0,
  behindSince: null,
  skipped: 0,
  steps: 1,
};

test.each<[Partial<SourceClock>, number, readonly string[]]>([
  [{ since: at }, 0, []],
  [{}, 0, ['Service’s own time unchanged since 14:04:00.']],
  [{ hasMoved: false }, 0, ['Service’s own time unchanged since 14:04:00. Good states are assumed.']],
  [
    { time: null, latest: null, hasMoved: false },
    0,
    ['The service states no readable time of its own. Good states are assumed.'],
  ],
  [
    { beats: 3 },
    0,
    ['Source frozen since 14:04:00: its own time used to move and stopped. Good states are not confirmed.'],
  ],
  [
    { behindSince: since },
    0,
    ['Source frozen since 14:04:00: its own time went back. Good states are not confirmed.'],
  ],
  [
    { since: at },
    120_000,
    ['The service’s clock is 2\u00a0min ahead of this screen’s; ages are corrected for it.'],
  ],
])('%j, a clock %i ms ahead', (source, skew, notes) => {
  expect(clockNotes(answerAt(at, null, { skew, source: { ...still, ...source } }))).toEqual(notes);
});
