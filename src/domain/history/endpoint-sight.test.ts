import { expect, test } from 'vitest';
import type { SightEntry } from '#contract/history.ts';
import { endpointSight } from './endpoint-sight.ts';

const endpoint = '/api/v2/status';
const hour = 3_600_000;
const window = { from: 0, to: 24 * hour };

function stretch(from: number, to: number | null, cause: SightEntry['cause'] = null): SightEntry {
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

function told(...sight: readonly SightEntry[]) {
  return endpointSight(sight, endpoint, window, window.to);
}

test('what was in sight all day has no begin, though its next answer is awaited', () => {
  expect(told(stretch(-5, 12), stretch(12, 24), stretch(24, null, 'pending'))).toEqual({
    kind: 'seen',
    share: 10_000,
    since: null,
  });
});

test('what came back is in sight since then, over stretches that touch', () => {
  expect(told(stretch(-5, 6), stretch(6, 12, 'host-stopped'), stretch(12, 18), stretch(18, 24))).toEqual({
    kind: 'seen',
    share: 7_500,
    since: 12 * hour,
  });
});

test('what is out of sight is so since its last answer, and why', () => {
  expect(told(stretch(-5, 18), stretch(18, null, 'unreachable'))).toEqual({
    kind: 'blind',
    share: 7_500,
    since: 18 * hour,
    cause: 'unreachable',
    detail: null,
  });
});

test('a day without any answer has no begin', () => {
  expect(told(stretch(-5, null, 'denied'))).toMatchObject({ kind: 'blind', share: 0, since: null });
});

test('what nobody records and what is not offered have no share', () => {
  expect(told()).toEqual({ kind: 'not-recorded' });
  expect(told(stretch(-5, null, 'not-recorded'))).toEqual({ kind: 'not-recorded' });
  expect(told(stretch(-5, null, 'not-offered'))).toEqual({ kind: 'not-offered' });
});
