import { describe, expect, test } from 'vitest';
import { answerAt, listAnswerAt } from '#testing/feeds.ts';
import { noHeaders, type ResponseHeaders } from './answer.ts';
import { clockNotes, staleCopyNote } from './clock-notes.ts';
import { freshLifetime, statusLifetime } from './poll.ts';
import { clockAfter, type SourceClock } from './source-clock.ts';

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

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;
const listWith = (headers: Partial<ResponseHeaders>, ageSeconds = 0) =>
  listAnswerAt(0, 60_000, { headers: { ...noHeaders, ...headers }, ageSeconds });

describe('a stale copy of a cache', () => {
  test.each([
    [0, null],
    [59, null],
    [540, 'A cache between us and the service returned a copy that is 9 min old.'],
  ])('of %d s', (age, note) => {
    expect(plain(staleCopyNote(listWith({ age: String(age) }, age)))).toBe(note);
  });

  test.each([
    ['by its Date alone, which may be of a clock that is behind', listWith({ date: 'x' }, 540)],
    [
      'after a slow transfer',
      listAnswerAt(0, 60_000, {
        headers: { ...noHeaders, age: '0' },
        ageSeconds: 70,
        lifetime: { ...freshLifetime(60_000, 'max-age=60'), leftMilliseconds: -10_000 },
      }),
    ],
  ])('is not what is old %s', (_, answer) => {
    expect(staleCopyNote(answer)).toBeNull();
  });

  test('is not the last good list that our own host serves', () => {
    const lastGood = listAnswerAt(0, 60_000, { ageSeconds: 540, lastGood: { retryAt: null } });
    expect(staleCopyNote(lastGood)).toBeNull();
  });
});

describe('a status that is marked as stale', () => {
  const receivedAt = Date.UTC(2026, 2, 12, 14, 9, 0);
  const own = 'The service sends a status document that is 9 min old.';
  const byCache = 'A cache between us and the service returned a copy that is 9 min old.';
  const warning = '110 - "Response is Stale"';
  const clock = (text: string | null) => (text === null ? null : Date.parse(`2026-03-12T${text}Z`));

  /** @param times - `updated_at` of the document, and `Date` of the response, as times of that day */
  function statusWith(
    headers: Partial<ResponseHeaders>,
    ageSeconds: number,
    times: readonly [updated: string | null, date: string | null],
  ) {
    const [updated, date] = times.map(clock);
    const updated_at = updated == null ? null : new Date(updated).toISOString();
    const value = { status: 'operational', version: 'v2', region: null, components: [], updated_at };
    const all = { ...noHeaders, ...headers };
    return answerAt(receivedAt, value, {
      ageSeconds,
      servedAt: date ?? null,
      headers: all,
      lifetime: statusLifetime(all, 10_000, { ageSeconds }),
      source: clockAfter(null, value, receivedAt),
    });
  }

  test.each([
    [own, 'by the service, which dates it by its document', { age: '540' }, 540, ['14:00:00.250', '14:00:00']],
    [
      own,
      'the same through our host',
      { age: '545', served: 'x', servedAge: '545', upstreamAge: '540' },
      545,
      ['14:00:00', '14:00:00'],
    ],
    [own, 'by the service, in a response of now', {}, 0, ['14:00:00', '14:09:00']],
    [
      own,
      'by the service, in a response of our host',
      { age: '8', served: 'x', servedAge: '8' },
      8,
      ['14:00:00', '14:08:52'],
    ],
    [
      'The service marks its status document as stale.',
      'without a time of its own',
      { age: '0' },
      0,
      [null, '14:09:00'],
    ],
    [byCache, 'by a cache that states an age', { age: '540' }, 540, ['13:59:30', '14:00:00']],
    [byCache, 'by a cache that only keeps Date', {}, 540, ['13:59:30', '14:00:00']],
    [
      byCache,
      'by a cache that revalidates',
      { age: '540', warning: `${warning}, 111 - "x"` },
      540,
      ['14:00:00', '14:00:00'],
    ],
    [byCache, 'by a cache with Via', { age: '540', via: '1.1 a (squid/5.7)' }, 540, ['14:00:00', '14:00:00']],
    [
      byCache,
      'by a cache with a mark of its own',
      { age: '540', xCache: 'STALE' },
      540,
      ['14:00:00', '14:00:00'],
    ],
  ] as const)('reads "%s" if marked %s', (note, _, headers, age, times) => {
    expect(plain(staleCopyNote(statusWith({ warning, ...headers }, age, times)))).toBe(note);
  });
});
