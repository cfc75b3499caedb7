import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { byKey, demoAt, grouped, start, Tables } from '#testing/history/past-tables.ts';
import { absentWord, type Row, type RowOf } from '../rows.ts';
import { demoPast } from './demo-past.ts';

const hour = 3_600_000;
const day = 24 * hour;

const batches = [...demoPast(demoAt(start))];
const past = new Tables(batches);

test('equal options give equal rows, and another seed gives others', () => {
  const digest = (all: Iterable<readonly Row[]>) => {
    const hash = createHash('sha256');
    for (const batch of all) hash.update(JSON.stringify(batch));
    return hash.digest('hex');
  };
  const first = digest(batches);
  expect(digest(demoPast(demoAt(start)))).toBe(first);
  expect(digest(demoPast(demoAt(start, 2)))).not.toBe(first);
});

test('batches are small, and the total number of rows is small', () => {
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
  expect(past.count).toBeLessThan(300_000);
  expect(past.of('look').length).toBeLessThan(6_000);
  expect(Math.min(...past.of('look').map(({ at }) => at))).toBeGreaterThan(start - 2 * hour);
});

test.each([2.5, 12, 100])('the record stays small at scale %d', (scale) => {
  const demo = demoAt(start);
  const large = new Tables(demoPast({ ...demo, fleet: { ...demo.fleet, scale } }));
  expect(large.count).toBeLessThan(450_000);
  expect(large.spans('everything', 'node').size).toBeGreaterThan(800);
});

test('a poll period that does not divide a quarter of an hour is used', () => {
  const demo = demoAt(start);
  const deployments = demo.deployments.filter(({ slug }) => slug === 'storage');
  const polls = new Tables(demoPast({ ...demo, deployments, pollMilliseconds: 7_000 }));
  const { id } = polls.endpoint('storage', '/api/v2/status');
  const times = polls.of('look').flatMap(({ endpoint, at }) => (endpoint === id ? [at] : []));
  expect(new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toEqual(new Set([7_000]));
});

test('a counter that restarts where the hourly values end has its value before', () => {
  const midnight = Date.parse('2026-11-25T00:00:00Z');
  const night = new Tables(demoPast(demoAt(midnight + 1.5 * hour)));
  const values = grouped(night.of('value'), ({ series }) => series);
  const restarted = values.filter(([before, after]) => Number(before?.value) > Number(after?.value));
  expect(restarted.length).toBeGreaterThan(0);
  for (const [before, after] of restarted) {
    expect(before?.at).toBeLessThan(midnight);
    expect(after?.at).toBeGreaterThanOrEqual(midnight);
  }
});

test('the good nodes of a region drop to none during its outage, and all return', () => {
  const hours = past.hours('everything', 'totals/nodes-ok/mil1');
  const bad = hours.filter(({ min }) => min === 0);
  expect(bad.map((each) => new Date(each.hour).toISOString())).toEqual([
    '2026-11-23T09:00:00.000Z',
    '2026-11-23T10:00:00.000Z',
  ]);
  expect(hours.at(-1)?.last).toBe(past.hours('everything', 'totals/nodes/mil1').at(-1)?.last);
});

// Moments at which the past is generated: starts of days, weeks and hours, and times in between.
describe.each([
  '2026-11-25T14:37:21.345Z',
  '2026-11-23T00:00:00.000Z',
  '2026-11-22T23:59:59.999Z',
  '2026-11-28T00:20:00.001Z',
])('rows of a week until %s', (time) => {
  const end = Date.parse(time);
  const rows = (end === start ? batches : [...demoPast(demoAt(end))]).flat();
  const week = new Tables([rows]);

  test('every id is used once, and a row comes after the rows that it refers to', () => {
    const known = new Map<string, Set<number>>();
    const names = (table: string, id: number | null) => {
      if (id !== null && !known.get(table)?.has(id)) throw new Error(`There is no ${table} ${id} yet.`);
    };
    for (const row of rows) {
      if ('id' in row) {
        const ids = known.get(row.table) ?? new Set();
        known.set(row.table, ids);
        if (ids.has(row.id)) throw new Error(`The ${row.table} ${row.id} is there twice.`);
        ids.add(row.id);
      }
      if ('endpoint' in row) names('endpoint', row.endpoint);
      if ('series' in row) names('series', row.series);
      if ('subject' in row) names('subject', row.subject);
      if ('item' in row) names('item', row.item);
      if ('run' in row) names('run', row.run);
      if (row.table === 'span' && row.word !== absentWord) names('word', row.word);
      if (row.table === 'item') names('content', row.content);
      if (row.table !== 'log') continue;
      names('content', row.before);
      names('content', row.after);
    }
    const subjects = week.of('subject').map((each) => `${each.deployment} ${each.kind} ${each.key}`);
    expect(new Set(subjects).size).toBe(subjects.length);
    const series = week.of('series').map(({ deployment, name }) => `${deployment} ${name}`);
    expect(new Set(series).size).toBe(series.length);
  });

  test('spans of a subject follow each other, each with its change window, the last one open', () => {
    const verdicts = new Set(week.of('subject').flatMap(({ id, kind }) => (kind === 'verdict' ? [id] : [])));
    for (const spans of grouped(week.of('span'), ({ subject }) => subject)) {
      for (const [index, { subject, from, to, notBefore, word }] of spans.entries()) {
        const next = spans[index + 1];
        expect(to).toBe(next?.from ?? null);
        expect(to ?? end).toBeGreaterThan(from);
        expect(next?.word).not.toBe(word);
        // A verdict depends on several lists, each with polls of its own, so its change windows may overlap.
        if (index > 0 && !verdicts.has(subject)) expect(notBefore).toBeGreaterThan(spans[index - 1]?.from ?? 0);
        if (notBefore !== null) expect(notBefore).toBeLessThan(from);
      }
    }
  });

  test('coverage fills the week except for the outage, and no poll lies in the future', () => {
    for (const intervals of grouped(week.of('sight'), ({ endpoint }) => endpoint)) {
      expect(intervals.map(({ outcome }) => outcome)).toEqual(['seen', 'blind', 'seen']);
      expect(intervals.map(({ to }) => to).slice(0, 2)).toEqual(intervals.map(({ from }) => from).slice(1));
      expect(intervals[0]?.from).toBeLessThanOrEqual(end - 6.9 * day);
      expect(intervals[2]?.to).toBeLessThanOrEqual(end);
      expect(intervals[2]?.to).toBeGreaterThan(end - 3_000);
      expect(intervals[1]).toMatchObject({ cause: 'host-stopped', detail: 'killed' });
      expect(intervals[1]?.longest).toBeGreaterThan(30 * 60_000);
    }
    const [first, second] = week.of('run');
    expect(first?.endedHow).toBe('killed');
    expect(second?.startedAt).toBeGreaterThan(first?.endedAt ?? end);
  });

  test('polls are numbered in order of time, and no further apart than their validity period', () => {
    for (const polls of grouped(week.of('look'), ({ endpoint }) => endpoint)) {
      for (const [index, poll] of polls.entries()) {
        const before = polls[index - 1];
        if (before) expect(poll.at - before.at).toBeLessThanOrEqual(before.vouched);
        if (before) expect(poll.seq).toBeGreaterThan(before.seq);
        expect(poll.sentAt).toBeLessThan(poll.at);
      }
    }
    const numbers = week.of('look').map(({ seq }) => seq);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('the log of an item leads from its first content to its last', () => {
    const logs = byKey(week.of('log'), ({ item }) => item);
    const wrong = week.of('item').filter(({ id, content }) => {
      const log = logs.get(id) ?? [];
      const isContinuous = log.every(
        ({ before, after, notBefore, at }, index) =>
          before === (log[index - 1]?.after ?? null) &&
          after !== before &&
          (notBefore === null || notBefore < at),
      );
      return !isContinuous || content !== (log.at(-1)?.after ?? null);
    });
    expect(wrong).toEqual([]);
  });

  test('hours of a series follow each other, and values begin with the last poll of the last hour', () => {
    const firstValue = new Map<number, number>();
    for (const { series, at } of week.of('value')) if (!firstValue.has(series)) firstValue.set(series, at);
    const wrong: RowOf<'hour'>[] = [];
    for (const hours of grouped(week.of('hour'), ({ series }) => series))
      for (const [index, row] of hours.entries()) {
        const { series, hour: begin, first, last, min, max, observedSeconds } = row;
        const follows = index === 0 || begin === (hours[index - 1]?.hour ?? 0) + hour;
        const isBeforeValues = (firstValue.get(series) ?? 0) >= begin;
        const isWithin = [first, last].every((value) => value >= min && value <= max);
        if (!follows || !isBeforeValues || !isWithin || observedSeconds > 3_600) wrong.push(row);
      }
    expect(wrong).toEqual([]);
  });
});
