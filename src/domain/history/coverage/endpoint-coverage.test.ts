import { expect, test } from 'vitest';
import type { CoverageEntry } from '#contract/history.ts';
import { endpointCoverage } from './endpoint-coverage.ts';

const endpoint = '/api/v2/status';
const hour = 3_600_000;
const window = { from: 0, to: 24 * hour };

function interval(from: number, to: number | null, cause: CoverageEntry['cause'] = null): CoverageEntry {
  return {
    endpoint,
    from: new Date(from * hour).toISOString(),
    to: to === null ? null : new Date(to * hour).toISOString(),
    outcome: cause === null ? 'seen' : 'blind',
    cause,
    detail: null,
    looks: 1,
    longestSeconds: null,
    complete: true,
  };
}

function told(...coverage: readonly CoverageEntry[]) {
  return endpointCoverage(coverage, endpoint, window, window.to);
}

test('an endpoint covered all day has no start, even while its next response is pending', () => {
  expect(told(interval(-5, 12), interval(12, 24), interval(24, null, 'pending'))).toEqual({
    kind: 'seen',
    share: 10_000,
    since: null,
  });
});

test('an endpoint that came back is covered since then, over touching intervals', () => {
  expect(told(interval(-5, 6), interval(6, 12, 'host-stopped'), interval(12, 18), interval(18, 24))).toEqual({
    kind: 'seen',
    share: 7_500,
    since: 12 * hour,
  });
});

test('a gap starts at the last response, and has its cause', () => {
  expect(told(interval(-5, 18), interval(18, null, 'unreachable'))).toEqual({
    kind: 'blind',
    share: 7_500,
    since: 18 * hour,
    cause: 'unreachable',
    detail: null,
  });
});

test('a gap of the complete day has no start', () => {
  expect(told(interval(-5, null, 'denied'))).toMatchObject({ kind: 'blind', share: 0, since: null });
});

test('an endpoint that is not recorded or not offered has no share', () => {
  expect(told()).toEqual({ kind: 'not-recorded' });
  expect(told(interval(-5, null, 'not-recorded'))).toEqual({ kind: 'not-recorded' });
  expect(told(interval(-5, null, 'not-offered'))).toEqual({ kind: 'not-offered' });
});
