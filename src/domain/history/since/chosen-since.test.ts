import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeEntry, SpanEntry } from '#contract/history.ts';
import { chosenSince, openContradiction, openSpan, type RecordedSince, type Since } from './chosen-since.ts';

const opened: Since = { from: 1_000_000, before: true, isFirst: true };
const saw: Since = { from: 1_000_000, before: false };
const recorded = (from: number, more: Partial<RecordedSince> = {}): RecordedSince => ({
  from,
  notBefore: from - 10_000,
  knownUntil: 1_500_000,
  ...more,
});

describe('the start time by session and record', () => {
  it.each([
    ['that of this page if nothing is recorded', opened, null, opened],
    ['unknown without any source', null, null, null],
    [
      'that of the record if this page started in the middle',
      opened,
      recorded(400_000),
      { from: 400_000, notBefore: 390_000, before: false },
    ],
    [
      'that of the record, which may have no change window',
      opened,
      recorded(400_000, { notBefore: null }),
      { from: 400_000, notBefore: null, before: true },
    ],
    [
      'that of the record if its polls end as this page starts',
      opened,
      recorded(400_000, { knownUntil: 990_000 }),
      { from: 400_000, notBefore: 390_000, before: false },
    ],
    [
      'that of this page if the record ended long before',
      opened,
      recorded(400_000, { knownUntil: 900_000 }),
      opened,
    ],
    ['that of this page if the record missed the start', saw, recorded(400_000, { knownUntil: 995_000 }), saw],
    [
      'that of the record if it saw the same start earlier',
      saw,
      recorded(996_000),
      { from: 996_000, notBefore: 986_000, before: false },
    ],
    [
      'that of this page if it polled before the record',
      opened,
      recorded(1_200_000, { notBefore: null }),
      opened,
    ],
    [
      'that of the record if it saw another state in between',
      opened,
      recorded(1_200_000),
      { from: 1_200_000, notBefore: 1_190_000, before: false },
    ],
  ])('is %s', (_, seen, record, chosen) => {
    expect(chosenSince(seen, record)).toEqual(chosen);
  });

  it('is one of the two, and never before a time at which the record had another state', () => {
    const moment = fc.integer({ min: 0, max: 100_000 });
    const bracket = fc.tuple(moment, moment, moment, fc.boolean()).map(([one, two, three, isKnown]) => {
      const [notBefore = 0, from = 0, knownUntil = 0] = [one, two, three].toSorted((a, b) => a - b);
      return { from, knownUntil, notBefore: isKnown ? notBefore : null };
    });
    fc.assert(
      fc.property(moment, fc.boolean(), bracket, (from, before, record) => {
        const seen = { from, before };
        const chosen = chosenSince(seen, record);
        expect([from, record.from]).toContain(chosen?.from);
        // The record dates a state that both still see: it is preferred unless the page knows better.
        const { notBefore } = record;
        if (record.knownUntil >= from && notBefore !== null)
          expect(chosen?.from).toBeGreaterThanOrEqual(notBefore);
        if (record.knownUntil >= from && (notBefore ?? -1) < from)
          expect(chosen?.from).toBe(Math.min(from, record.from));
        if (record.knownUntil + 30_000 < from) expect(chosen).toBe(seen);
      }),
    );
  });
});

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
  const bracket = {
    from: Date.parse('2026-03-12T03:00:00.000Z'),
    notBefore: Date.parse('2026-03-12T02:59:50.000Z'),
  };

  it('is found if its word is the one on screen', () => {
    expect(openSpan([span('degraded')], api, 'degraded')).toEqual(bracket);
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
