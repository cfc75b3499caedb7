import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import { type Attempt, coverageAfter, intervalsAt, noCoverage } from '../coverage/coverage.ts';
import { goodShare, piecesOf, type SentWord, type Span, sharesOf } from './shares.ts';

interface Poll {
  readonly sentAt: number;
  readonly at: number;
  /** Status word of the subject. `null` if the list did not contain it. */
  readonly word: string | null;
}

function spansOf(polls: readonly Poll[]): readonly Span[] {
  const spans: Span[] = [];
  let notBefore: number | null = null;
  for (const { sentAt, at, word } of polls) {
    const last = spans.at(-1);
    const sent: SentWord = word === null ? { kind: 'absent' } : { kind: 'word', word };
    const isSame = last && JSON.stringify(last.sent) === JSON.stringify(sent);
    if (!isSame && (last || word !== null)) {
      if (last) spans[spans.length - 1] = { ...last, to: at };
      spans.push({ subject: 'edge', sent, from: at, notBefore, to: null });
    }
    notBefore = sentAt;
  }
  return spans;
}

const severityOf = (sent: SentWord): Severity => {
  if (sent.kind === 'absent') return 'vanished';
  const known: Readonly<Record<string, Severity>> = { ok: 'ok', notice: 'notice', down: 'critical' };
  return known[sent.word ?? ''] ?? 'unknown';
};

/** Random polls of one subject, with failed polls and interruptions between them. */
const history = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 60_000 }),
      latency: fc.integer({ min: 0, max: 900 }),
      said: fc.constantFrom('ok', 'ok', 'down', 'notice', '運行', null, 'failed', 'restart'),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    const attempts: Attempt[] = [];
    const polls: Poll[] = [];
    let at = 1_000_000;
    for (const { step, latency, said: sent } of steps) {
      at += step + latency;
      if (sent === 'failed') attempts.push({ kind: 'failed', at, cause: 'unreachable', detail: null });
      else if (sent === 'restart')
        attempts.push({ kind: 'interrupted', at, cause: 'host-stopped', detail: null });
      else {
        attempts.push({ kind: 'answered', at, validMilliseconds: 20_000, complete: true });
        polls.push({ sentAt: at - latency, at, word: sent });
      }
    }
    return { attempts, looks: polls, now: at + 7_000 };
  });

function sharesIn({
  attempts,
  looks: polls,
  now,
}: {
  attempts: readonly Attempt[];
  looks: readonly Poll[];
  now: number;
}) {
  const intervals = intervalsAt(attempts.reduce(coverageAfter, noCoverage), now);
  const spans = spansOf(polls);
  return (from: number, to: number) => {
    const window = { from, to };
    const pieces = piecesOf(window, spans, intervals, severityOf);
    return { ...sharesOf(window, pieces), pieces };
  };
}

describe('time is conserved', () => {
  const windows = fc.tuple(
    history,
    fc.integer({ min: 0, max: 6_000_000 }),
    fc.nat(4_000_000),
    fc.nat(1_000_000),
  );

  test('good, bad, unknown and unobserved add up to the window, and none is negative', () => {
    fc.assert(
      fc.property(windows, ([told, from, length]) => {
        const { good, notice, bad, unknown, unobserved, pieces } = sharesIn(told)(from, from + length);
        expect(good + bad + unknown + unobserved).toBe(length);
        expect(Math.min(good, notice, bad, unknown, unobserved)).toBeGreaterThanOrEqual(0);
        expect(notice).toBeLessThanOrEqual(good);
        expect(pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0)).toBe(length);
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);

  test('two adjacent windows add up to their union', () => {
    fc.assert(
      fc.property(windows, ([told, from, length, cut]) => {
        const shares = sharesIn(told);
        const seam = from + Math.min(cut, length);
        const [complete, first, second] = [
          shares(from, from + length),
          shares(from, seam),
          shares(seam, from + length),
        ];
        for (const part of ['good', 'notice', 'bad', 'unknown', 'unobserved'] as const)
          expect(first[part] + second[part]).toBe(complete[part]);
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);

  test('no time without coverage has a class, and no time is good after a bad word', () => {
    fc.assert(
      fc.property(history, (told) => {
        const { pieces } = sharesIn(told)(0, told.now + 1_000_000);
        // The expected result, computed directly from the polls for each moment.
        const answered = told.attempts.filter((attempt) => attempt.kind === 'answered').map(({ at }) => at);
        for (const { from, to, severity } of pieces) {
          const moment = Math.floor((from + to) / 2);
          const last = told.looks.findLast(({ at }) => at <= moment);
          const isBetween = answered.some((at) => at <= moment) && answered.some((at) => at > moment);
          if (severity === null) continue;
          expect(isBetween).toBe(true);
          const word = last?.word ?? null;
          expect(severity).toBe(severityOf(word === null ? { kind: 'absent' } : { kind: 'word', word }));
        }
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);
});

test.each([
  [{ good: 0, bad: 0, unknown: 0 }, null],
  [{ good: 10, bad: 0, unknown: 0 }, 10_000],
  [{ good: 999_999_999, bad: 1, unknown: 0 }, 9_999],
  [{ good: 1, bad: 1, unknown: 1 }, 3_333],
])('the good share of %o is %s hundredths of a percent', (shares, share) => {
  expect(goodShare(shares)).toBe(share);
});
