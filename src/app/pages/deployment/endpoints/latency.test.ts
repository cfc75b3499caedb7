import { describe, expect, test } from 'vitest';
import type { LatencyReading } from '#app/observe/session/session-log.ts';
import { latencyLine, summarise } from './latency.ts';

const readings = (all: readonly (number | null)[]): LatencyReading[] =>
  all.map((milliseconds, at) => ({ at, milliseconds }));

describe('summarise', () => {
  test.each([
    [[], { median: null, p95: null, answered: 0, failed: 0 }],
    [[null, null], { median: null, p95: null, answered: 0, failed: 2 }],
    [[40], { median: null, p95: null, answered: 1, failed: 0 }],
    [[40, 20], { median: null, p95: null, answered: 2, failed: 0 }],
    [[90, 10, null, 20, 30], { median: 20, p95: 90, answered: 4, failed: 1 }],
    [Array.from({ length: 100 }, (_, index) => index + 1), { median: 50, p95: 95, answered: 100, failed: 0 }],
  ])('%j', (all, summary) => expect(summarise(readings(all))).toEqual(summary));
});

describe('latencyLine', () => {
  test('starts at zero and ends at the last response', () => {
    const { line, end } = latencyLine(readings([10, 20, 10]), 100, 20);
    expect(line).toBe('M0.0 10.0h0L50.0 0.0L100.0 10.0');
    expect(end).toEqual({ x: 100, y: 10 });
  });

  test('has a gap for failed requests; consecutive failures are one gap', () => {
    const { line, lost, end } = latencyLine(readings([10, null, null, 10, null]), 100, 10);
    expect(line).toBe('M0.0 0.0h0M75.0 0.0h0');
    expect(lost).toEqual([
      [12.5, 62.5],
      [87.5, 100],
    ]);
    expect(end).toBeNull();
  });

  test('does not join two responses', () => {
    expect(latencyLine(readings([10, 5]), 100, 10).line).toBe('M0.0 0.0h0M100.0 5.0h0');
  });

  test('is empty without requests', () => {
    expect(latencyLine([], 100, 10)).toEqual({ line: '', lost: [], end: null });
  });
});
