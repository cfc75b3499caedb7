import { expect, test } from 'vitest';
import { answerAt, failureAt } from '#testing/feeds.ts';
import type { Severity } from '../severity/severity.ts';
import { type DebouncedSeverity, debounceSeverity, statusReadingAt } from './debounced-severity.ts';

function after(...readings: readonly Severity[]): Severity | undefined {
  return readings.reduce<DebouncedSeverity | undefined>(
    (debounced, severity, index) => debounceSeverity(debounced, severity, (index + 1) * 10_000),
    undefined,
  )?.severity;
}

test.each<readonly [string, readonly Severity[], Severity]>([
  ['the first poll counts at once', ['critical'], 'critical'],
  ['one bad poll changes nothing', ['ok', 'critical'], 'ok'],
  ['two bad polls change it', ['ok', 'critical', 'critical'], 'critical'],
  ['of two different polls, the milder is confirmed', ['ok', 'critical', 'degraded'], 'degraded'],
  ['in either order', ['ok', 'degraded', 'critical'], 'degraded'],
  ['a good poll in between restarts', ['ok', 'critical', 'ok', 'critical'], 'ok'],
  ['recovery needs two polls too', ['critical', 'ok'], 'critical'],
  ['and ends with the second good poll', ['critical', 'ok', 'ok'], 'ok'],
  ['assumed becomes ok at once', ['assumed', 'ok', 'ok'], 'ok'],
])('%s', (_case, readings, severity) => {
  expect(after(...readings)).toBe(severity);
});

test('the same poll counts once', () => {
  const first = debounceSeverity(undefined, 'ok', 1);
  const second = debounceSeverity(first, 'critical', 2);
  expect(debounceSeverity(second, 'critical', 2)).toBe(second);
});

test('while status fails, only one attempt per poll period counts', () => {
  const failing = (at: number) => ({ answer: null, failure: failureAt(at, { since: 1_000 }) });
  const times = [1_000, 2_000, 4_000, 8_000, 11_000, 21_000].map((at) => statusReadingAt(failing(at), 10_000));
  expect(times).toEqual([1_000, 1_000, 1_000, 1_000, 11_000, 21_000]);
  expect(statusReadingAt({ answer: answerAt(5_000, null), failure: null }, 10_000)).toBe(5_000);
});
