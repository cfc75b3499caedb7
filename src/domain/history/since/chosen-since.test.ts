import { describe, expect, it } from 'vitest';
import type { ChangeEntry, SpanEntry } from '#contract/history.ts';
import { openContradiction, openSpan } from './chosen-since.ts';

describe('the open span of a subject', () => {
  const span = (word: string, more: Partial<SpanEntry> = {}): SpanEntry => ({
    kind: 'component',
    key: 'API',
    occurrence: 1,
    word,
    severity: 'degraded',
    endpoint: '/api/v2/status',
    from: '2026-03-12T03:00:00.000Z',
    notBefore: '2026-03-12T02:59:50.000Z',
    to: null,
    ...more,
  });
  const api = { kind: 'component', key: 'API', occurrence: 1 } as const;
  const changeWindow = {
    from: Date.parse('2026-03-12T03:00:00.000Z'),
    notBefore: Date.parse('2026-03-12T02:59:50.000Z'),
  };

  it('is found if its word is the one on screen', () => {
    expect(openSpan([span('degraded')], api, 'degraded')).toEqual(changeWindow);
    expect(openSpan([span('degraded')], api, 'Degraded')).toBeNull();
    expect(openSpan([span('degraded', { to: '2026-03-12T03:00:10.000Z' })], api, 'degraded')).toBeNull();
    expect(openSpan([span('degraded')], { ...api, occurrence: 2 }, 'degraded')).toBeNull();
    expect(openSpan([span('degraded', { cut: true })], api, 'degraded')).toBeNull();
    expect(openSpan([span('null', { json: true })], api, 'null')).toBeNull();
  });
});

describe('the start of a contradiction', () => {
  const entry = (type: ChangeEntry['type'], at: string): ChangeEntry => ({
    id: at,
    at,
    notBefore: null,
    type,
    kind: 'component',
    key: 'Edge Nodes',
    occurrence: 1,
    before: null,
    after: null,
    blind: false,
  });
  const [early, late, last] = [1, 2, 3].map((hour) => `2026-03-12T0${hour}:00:00.000Z`) as [
    string,
    string,
    string,
  ];

  it('is the newest entry that reports a start', () => {
    expect(
      openContradiction([entry('state', last), entry('contradiction', late), entry('contradiction', early)]),
    ).toEqual({
      from: Date.parse(late),
      notBefore: null,
    });
  });

  it('is unknown if the newest entry reports an end, or there is no entry', () => {
    expect(openContradiction([entry('contradiction-ended', late), entry('contradiction', early)])).toBeNull();
    expect(openContradiction([entry('state', early)])).toBeNull();
  });
});
