import { describe, expect, it } from 'vitest';
import type { SpanEntry, SpanSeverity, SubjectKind } from '#contract/history.ts';
import { defaultVerdictSettings } from '#contract/host.ts';
import { type Bracket, verdictSince } from './since.ts';

const begin = Date.parse('2026-03-12T03:00:00.000Z');
/** Minutes after `begin` at which the window begins. */
const windowFrom = -60;

function span(
  key: string,
  severity: SpanSeverity,
  from: number,
  to: number | null,
  kind: SubjectKind = 'component',
): SpanEntry {
  const time = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();
  const word = severity === 'vanished' ? null : severity;
  return {
    kind,
    key,
    occurrence: 1,
    word,
    severity,
    endpoint: '/api/v2/status',
    from: time(from),
    notBefore: time(from - 1),
    to: to === null ? null : time(to),
  };
}

const document = span('edge', 'ok', -600, null, 'deployment');

function sinceOf(entries: readonly SpanEntry[], settings = defaultVerdictSettings) {
  const since = verdictSince([document, ...entries], begin + windowFrom * 60_000, settings);
  const minutes = ({ from, notBefore }: Bracket) => [
    (from - begin) / 60_000,
    notBefore === null ? null : (notBefore - begin) / 60_000,
  ];
  return (
    since && { severity: since.severity, present: minutes(since.present), notGood: minutes(since.notGood) }
  );
}

describe('since when a verdict is what it is', () => {
  it('is nothing while all are good', () => {
    expect(
      sinceOf([span('a', 'ok', 0, null), span('b', 'critical', 0, 5), span('b', 'ok', 5, null)]),
    ).toBeNull();
  });

  it('goes back over others that were not good, without a break', () => {
    const since = sinceOf([
      span('a', 'partial', 0, 10),
      span('a', 'ok', 10, null),
      span('b', 'degraded', 8, null),
      span('c', 'critical', -20, -1),
      span('c', 'ok', -1, null),
    ]);
    // While one was partly out as well, degraded was not the worst.
    expect(since).toEqual({ severity: 'degraded', present: [10, 9], notGood: [0, -1] });
  });

  it('is the same for both where nothing else went before', () => {
    const since = sinceOf([span('a', 'ok', -90, 7), span('a', 'degraded', 7, null)]);
    expect(since).toEqual({ severity: 'degraded', present: [7, 6], notGood: [7, 6] });
  });

  it('of several that began together is otherwise at the earliest of their last other looks', () => {
    const slow = { ...span('b', 'critical', 5, null), notBefore: new Date(begin).toISOString() };
    expect(sinceOf([span('a', 'critical', 5, null), slow])?.present).toEqual([5, 0]);
    expect(sinceOf([span('a', 'critical', 5, null), { ...slow, notBefore: null }])?.present).toEqual([5, null]);
  });

  it('goes back beyond the window with who was so all the while, and does not say before what', () => {
    const since = sinceOf([
      span('a', 'critical', -300, null),
      span('b', 'critical', -400, -30),
      span('b', 'ok', -30, null),
    ]);
    expect(since).toEqual({ severity: 'critical', present: [-400, null], notGood: [-400, null] });
  });

  it('follows regions by their own word, in which a notice is none', () => {
    const region = (severity: SpanSeverity, from: number) => span('gra1', severity, from, null, 'region');
    expect(sinceOf([region('partial', 3)])).toEqual({ severity: 'partial', present: [3, 2], notGood: [3, 2] });
    expect(sinceOf([region('notice', 3)])).toBeNull();
    expect(sinceOf([region('partial', 3)], { regions: false, nodeShare: false })).toBeNull();
  });

  it('follows the nodes from the share on from which they count', () => {
    const nodes = Array.from({ length: 40 }, (_, index) =>
      span(`n${index}`, 'ok', -90, index < 4 ? index : null, 'node'),
    );
    const down = (index: number) => span(`n${index}`, 'critical', index, null, 'node');
    const all = [...nodes, down(0), down(1), down(2), down(3)];
    // Two of forty are 5 %.
    expect(sinceOf(all)).toEqual({ severity: 'critical', present: [1, 0], notGood: [1, 0] });
    expect(sinceOf(all, { regions: true, nodeShare: 0.1 })?.present).toEqual([3, 2]);
    expect(sinceOf(all, { regions: true, nodeShare: false })).toBeNull();
  });

  it('follows what all nodes of a region make of its good word', () => {
    const node = (key: string, from: number) => [
      span(key, 'ok', -90, from, 'node'),
      span(key, 'degraded', from, null, 'node'),
    ];
    const all = [
      span('gra1', 'ok', -90, null, 'region'),
      ...node('n1', 2),
      ...node('n2', 6),
      ...Array.from({ length: 60 }, (_, index) => span(`other${index}`, 'ok', -90, null, 'node')),
    ];
    const regionOf = new Map([
      ['n1', 'gra1'],
      ['n2', 'gra1'],
    ]);
    const since = verdictSince(
      [document, ...all],
      begin + windowFrom * 60_000,
      defaultVerdictSettings,
      regionOf,
    );
    expect(since?.severity).toBe('partial');
    expect(since?.present).toEqual({ from: begin + 6 * 60_000, notBefore: begin + 5 * 60_000 });
    expect(sinceOf(all)).toBeNull();
  });

  it('counts a component that is missing, and no region or node that is', () => {
    expect(sinceOf([span('a', 'ok', -90, 4), span('a', 'vanished', 4, null)])?.present).toEqual([4, 3]);
    const gone = span('gra1', 'vanished', 4, null, 'region');
    expect(sinceOf([span('gra1', 'ok', -90, 4, 'region'), gone])).toBeNull();
  });
});
