import { describe, expect, it } from 'vitest';
import type { CoverageEntry } from '#contract/history.ts';
import { lastPolls, unobservedIn } from './unobserved.ts';

const noon = Date.parse('2026-03-12T12:00:00.000Z');
const minute = 60_000;
const [status, nodes] = ['/api/v2/status', '/api/v2/nodes'];

function interval(
  endpoint: string,
  from: number,
  to: number | null,
  cause: CoverageEntry['cause'] = null,
): CoverageEntry {
  const stamp = (minutes: number) => new Date(noon + minutes * minute).toISOString();
  return {
    endpoint,
    from: stamp(from),
    to: to === null ? null : stamp(to),
    outcome: cause === null ? 'seen' : 'blind',
    cause,
    detail: null,
    looks: 2,
    longestSeconds: null,
    complete: true,
  };
}

describe('gaps in the change list', () => {
  it('are one entry for several endpoints with one cause, led by the status document', () => {
    const [group, ...rest] = unobservedIn([
      interval(status, -60, -40),
      interval(status, -40, -10, 'host-stopped'),
      interval(status, -10, null, 'pending'),
      interval(nodes, -60, -43),
      interval(nodes, -43, -9, 'host-stopped'),
    ]);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({
      at: noon - 10 * minute,
      until: noon - 10 * minute,
      severity: 'unvouched',
      gap: { from: noon - 40 * minute, to: noon - 10 * minute, isOfAll: true },
      lead: { id: status, to: 'this host was stopped' },
    });
    expect(group?.members.map(({ id }) => id)).toEqual([status, nodes]);
  });

  it('are separate by cause and time, and placed at their start while open', () => {
    const groups = unobservedIn([
      interval(status, -60, 0),
      interval(nodes, -50, -40, 'failing'),
      interval(nodes, -30, -20, 'failing'),
      interval(nodes, -5, null, 'unreachable'),
    ]);
    expect(groups.map(({ at, until }) => [(at - noon) / minute, until])).toEqual([
      [-40, noon - 40 * minute],
      [-20, noon - 20 * minute],
      [-5, null],
    ]);
    expect(groups.map(({ gap }) => gap?.isOfAll)).toEqual([false, false, false]);
  });

  it('exclude time before the record, and endpoints that are not offered', () => {
    expect(
      unobservedIn([interval(status, -90, -60, 'not-recorded'), interval(nodes, -90, null, 'not-offered')]),
    ).toEqual([]);
  });
});

it('the last poll of a resource is that of any of its endpoints', () => {
  const polls = lastPolls([
    interval('/api/v1/status', -60, -30),
    interval(status, -60, -10),
    interval(status, -10, null, 'pending'),
  ]);
  expect(polls.get('status')).toBe(noon - 10 * minute);
  expect(polls.get('/api/v1/status')).toBe(noon - 30 * minute);
  expect(polls.get('node')).toBeUndefined();
});
