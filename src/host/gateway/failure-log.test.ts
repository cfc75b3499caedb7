import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailureLog } from './failure-log.ts';
import type { UpstreamFailure } from './upstream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure: UpstreamFailure = {
  kind: 'failure',
  failure: 'unreachable',
  summary: 'no connection',
  detail: null,
  cause: 'connect EHOSTUNREACH 10.0.0.7:443',
  status: null,
  headers: {},
};

it('logs a failure with its id, at most once a minute while it repeats', () => {
  const lines: string[] = [];
  const log = new FailureLog((line) => lines.push(line));
  const id = log.idOf('/api/v2/nodes', failure);
  expect(lines).toEqual([
    `failure ${id}: /api/v2/nodes: unreachable: no connection (connect EHOSTUNREACH 10.0.0.7:443)`,
  ]);
  vi.advanceTimersByTime(59_000);
  expect(log.idOf('/api/v2/nodes', failure)).toBe(id);
  expect(log.idOf('/api/v2/buckets', failure)).not.toBe(id);
  expect(log.idOf('/api/v2/nodes', { ...failure, summary: 'HTTP 503' })).not.toBe(id);
  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  log.idOf('/api/v2/buckets', failure);
  expect(lines).toHaveLength(4);
});

it('logs a refusal by the host once for all addresses, until it is over', () => {
  const lines: string[] = [];
  const log = new FailureLog((line) => lines.push(line));
  const { cause: _, ...ofHost } = failure;
  const spent: UpstreamFailure = { ...ofHost, failure: 'http', summary: 'used up', isOwn: true };
  const ids = new Set<string>();
  for (let second = 0; second < 180; second += 1) {
    ids.add(log.idOf(`/api/v2/nodes?region=r${second}`, spent));
    vi.advanceTimersByTime(1_000);
  }
  expect([...ids]).toHaveLength(1);
  expect(lines).toEqual([`failure ${[...ids][0]}: http: used up`]);
  vi.advanceTimersByTime(120_000);
  log.idOf('/api/v2/nodes', spent);
  expect(lines).toHaveLength(2);
});

it('H23 an hour of a failing service at the highest request rate logs less than 1 MB', () => {
  let bytes = 0;
  const log = new FailureLog((line) => {
    bytes += line.length + 1;
  });
  for (let second = 0; second < 3600; second += 1) {
    for (let path = 0; path < 10; path += 1) log.idOf(`/api/v2/list-${path}`, failure);
    vi.advanceTimersByTime(1_000);
  }
  expect(bytes).toBeLessThan(1024 ** 2 / 4);
});
