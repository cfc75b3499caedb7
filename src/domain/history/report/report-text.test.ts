import { describe, expect, test } from 'vitest';
import type { MonthReport, ReportedOutage, ReportedSubject } from '#contract/reports/month-report.ts';
import { outagesCsv } from './outages-csv.ts';
import { goodShareText, headSentences, observedShareText, spanInWords } from './report-text.ts';

const minute = 60_000;
const hour = 60 * minute;
const month = 30 * 24 * hour;
const none = { good: 0, notice: 0, bad: 0, unknown: 0, unobserved: 0 };

const outage: ReportedOutage = {
  kind: 'deployment',
  key: 'edge',
  occurrence: 1,
  from: '2026-11-12T03:00:00.000Z',
  to: '2026-11-12T03:10:00.000Z',
  bad: 10 * minute,
  planned: 0,
  unobserved: 0,
  worst: 'critical',
};

function row(what: Partial<ReportedSubject>): ReportedSubject {
  const times = { ...none, ...what };
  return {
    kind: 'deployment',
    key: 'edge',
    occurrence: 1,
    planned: none,
    outages: 0,
    longest: null,
    ...times,
    observed: times.good + times.bad + times.unknown,
  };
}

function report(what: Partial<ReportedSubject>, more: Partial<MonthReport> = {}): MonthReport {
  return {
    deployment: 'edge',
    month: '2026-11',
    zone: 'UTC',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    knownUntil: null,
    settledUntil: null,
    data: [row(what)],
    more: null,
    outages: [],
    cut: 0,
    planned: [],
    ...more,
  };
}

const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

describe('percentages', () => {
  test('are rounded down, and 100 % only if nothing was bad or unknown', () => {
    expect(plain([goodShareText({ good: month - 1, bad: 1, unknown: 0 })])).toEqual(['99.99 %']);
    expect(plain([goodShareText({ good: month, bad: 0, unknown: 0 })])).toEqual(['100 %']);
    expect(plain([goodShareText({ good: 1, bad: month, unknown: 0 })])).toEqual(['under 0.01 %']);
    expect(goodShareText(none)).toBe('–');
    expect(plain([observedShareText({ ...none, good: month - 1, unobserved: 1 })])).toEqual(['99.99 %']);
  });
});

describe('the head of a report', () => {
  test('states shares with their base, the outages, and the time that nobody observed', () => {
    const times = { good: month - 12 * minute - 13 * hour, bad: 12 * minute, unobserved: 13 * hour };
    expect(plain(headSentences(report({ ...times, outages: 2, longest: outage }), 'Edge'))).toEqual([
      'Edge was good for 99.97 % of observed time in November 2026.',
      'It was bad for 12 min in 2 outages, the longest of 10 min: 12 Nov 03:00 to 03:10.',
      '98.19 % of the time was observed; the other 13 h count as neither good nor bad.',
    ]);
  });

  test('states the share outside planned work only if something was bad in it', () => {
    const times = { good: month - hour, bad: hour, outages: 1, longest: { ...outage, bad: hour } };
    const planned = { ...none, bad: hour };
    expect(plain(headSentences(report({ ...times, planned }), 'Edge'))[2]).toBe(
      'Outside planned work it was good for 100 % of observed time.',
    );
    const harmless = headSentences(report({ ...times, planned: { ...none, good: hour } }), 'Edge');
    expect(harmless.join()).not.toContain('planned');
  });

  test('of a month that is not over names its end; of nothing it names no share', () => {
    const now = { to: '2026-11-28T04:41:00.000Z' };
    expect(plain(headSentences(report({ good: hour }, now), 'Edge'))).toEqual([
      'Edge was good for 100 % of observed time in November 2026 until 28 Nov 2026 04:41.',
      'No outage was observed.',
      'All of the time was observed.',
    ]);
    expect(plain(headSentences(report({ unobserved: month }), 'Edge'))).toEqual([
      'Nothing of Edge was observed in November 2026.',
    ]);
    expect(plain(headSentences(report({ unobserved: month, outages: 1 }), 'Edge'))).toEqual([
      'Only single polls of Edge were recorded in November 2026.',
      'They showed 1 outage.',
    ]);
  });
});

test.each([
  ['2026-11-12T03:00:00Z', '2026-11-12T03:10:00Z', 'UTC', '12 Nov 03:00 to 03:10'],
  ['2026-11-12T23:30:00Z', '2026-11-13T00:10:00Z', 'UTC', '12 Nov 23:30 to 13 Nov 00:10'],
  ['2026-11-12T23:30:00Z', '2026-11-13T00:10:00Z', 'Europe/Berlin', '13 Nov 00:30 to 01:10'],
  ['2026-11-12T03:00:00Z', '2026-11-12T03:00:20Z', 'UTC', '12 Nov 03:00'],
  ['2026-11-12T03:00:00Z', null, 'UTC', '12 Nov 03:00, not over'],
])('from %s to %s in %s reads %s', (from, to, zone, words) => {
  expect(plain([spanInWords({ from, to }, zone)])).toEqual([words]);
});

test('the CSV states what was observed, and runs no formula of a component’s name', () => {
  const ofComponent = {
    ...outage,
    kind: 'component',
    key: '=HYPERLINK("x")',
    planned: 1_500,
    to: null,
  } as const;
  const csv = outagesCsv([
    report({ good: month - 10 * minute, bad: 10 * minute }, { outages: [outage, ofComponent], cut: 1 }),
  ]);
  expect(csv.split('\r\n')).toEqual([
    '\u{FEFF}# deployment: edge',
    '# range: 2026-11-01T00:00:00.000Z to 2026-12-01T00:00:00.000Z',
    '"# coverage: 100 % of the time was observed, 99.97 % of observed time was good"',
    '# outages: the longest 2 of 3',
    'deployment,component,occurrence,from,to,worst,bad_seconds,planned_seconds,not_observed_seconds',
    'edge,,,2026-11-12T03:00:00.000Z,2026-11-12T03:10:00.000Z,critical,600,0,0',
    `edge,"'=HYPERLINK(""x"")",1,2026-11-12T03:00:00.000Z,,critical,600,1.5,0`,
    '',
  ]);
});
