import { describe, expect, test } from 'vitest';
import type { Answer, Failure } from '../../domain/answer.ts';
import { emptyRecord, recordLatency } from './record.ts';

const path = '/api/v2/nodes';

function answer(receivedAt: number, latencyMilliseconds: number | null): Answer<unknown> {
  return {
    path,
    value: null,
    findings: [],
    receivedAt,
    servedAt: null,
    ageSeconds: 0,
    lifetime: { milliseconds: 60_000, stated: true, reason: 'max-age=60', uncacheable: false },
    uncacheableRun: 0,
    spread: 0,
    headers: { cacheControl: null, age: null, expires: null, date: null, contentType: null, etag: null },
    latencyMilliseconds,
    bytes: 2,
  };
}

function failure(at: number, status: number): Failure {
  const run = { retryAt: null, run: 1, spread: 0 };
  return { path, kind: 'http', status, summary: `HTTP ${status}`, detail: null, at, ...run };
}

describe('recordLatency', () => {
  const empty = emptyRecord(0);

  test('an answer adds how long it took, a failed try adds a gap', () => {
    const good = recordLatency(empty, { answer: answer(5, 84), failure: null });
    const both = recordLatency(good, { answer: answer(5, 84), failure: failure(9, 503) });
    expect(both.latencies.get(path)).toEqual([
      { at: 5, milliseconds: 84 },
      { at: 9, milliseconds: null },
    ]);
  });

  test('what came with the document was not timed, and what is not offered was not tried', () => {
    expect(recordLatency(empty, { answer: answer(5, null), failure: null })).toBe(empty);
    expect(recordLatency(empty, { answer: null, failure: failure(9, 404) })).toBe(empty);
  });

  test('weeks of readings stay within memory', () => {
    let record = empty;
    for (let at = 0; at < 1_000; at += 1)
      record = recordLatency(record, { answer: answer(at, 1), failure: null });
    expect(record.latencies.get(path)).toHaveLength(360);
    expect(record.latencies.get(path)?.at(-1)?.at).toBe(999);
  });
});
