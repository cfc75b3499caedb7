import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Severity } from '../severity/severity.ts';
import { type Alert, alertAt, leastPause, noAlerts, type Reading, withReading } from './alerts.ts';

const second = 1_000;
const poll = 10 * second;

type Words = Readonly<Record<string, Severity>>;

function reading(at: number, words: Words, whole = true): Reading {
  const subjects = Object.entries(words).map(([id, severity]) => ({ id, name: id, severity, label: severity }));
  return { slug: 'one', at, isComplete: whole, subjects };
}

interface Sent extends Alert {
  readonly at: number;
}

/** Alerts for a sequence of polls, one per poll period. The rules run every second. */
function told(readings: readonly (Words | { readonly part: Words })[]): readonly Sent[] {
  let state = noAlerts;
  const sent: Sent[] = [];
  for (let at = poll; at < (readings.length + 5) * poll; at += second) {
    const words = at % poll === 0 ? readings[at / poll - 1] : undefined;
    if (words) {
      const next =
        'part' in words && typeof words.part === 'object'
          ? reading(at, words.part, false)
          : reading(at, words as Words);
      state = withReading(state, next);
    }
    const [after, alert] = alertAt(state, at);
    state = after;
    if (alert) sent.push({ ...alert, at });
  }
  return sent;
}

function names(alerts: readonly Alert[]): readonly (readonly [worse: string, recovered: string])[] {
  return alerts.map(({ worse, recovered }) => [
    worse.map(({ name }) => name).join(' '),
    recovered.map(({ name }) => name).join(' '),
  ]);
}

const good: Words = { A: 'ok', B: 'ok' };

describe('an alert', () => {
  test('is sent when a state was worse for two polls, and again when it was good for two', () => {
    const bad: Words = { A: 'critical', B: 'ok' };
    const alerts = told([good, bad, bad, bad, bad, bad, good, good, good]);
    expect(names(alerts)).toEqual([
      ['A', ''],
      ['', 'A'],
    ]);
    expect(alerts.map(({ at }) => at)).toEqual([3 * poll, 8 * poll]);
  });

  test.each([
    ['what the first reading says', [{ A: 'critical' }, { A: 'critical' }, { A: 'critical' }]],
    ['what lasts one reading', [good, { A: 'critical', B: 'ok' }, good, { A: 'critical', B: 'ok' }, good]],
    [
      'maintenance, and good words of others',
      [good, { A: 'notice', B: 'assumed' }, { A: 'notice', B: 'assumed' }],
    ],
    ['what is no longer missed because it was acknowledged', [{ ...good, C: 'vanished' }, good, good]],
  ] satisfies readonly (readonly [string, readonly Words[]])[])('is not sent for %s', (_case, readings) => {
    expect(told(readings)).toEqual([]);
  });

  test('contains several changes, the worst first', () => {
    const bad: Words = { A: 'degraded', B: 'critical' };
    expect(names(told([good, bad, bad]))).toEqual([['B A', '']]);
  });

  test.each(['vanished', 'unvouched', 'unknown'] as const)('is sent for %s', (severity) => {
    expect(names(told([good, { A: severity, B: 'ok' }, { A: severity, B: 'ok' }]))).toEqual([['A', '']]);
  });

  test('is sent for a new subject with a problem, and for a problem that gets worse', () => {
    const withNew: Words = { ...good, C: 'degraded' };
    const worse: Words = { ...good, C: 'critical' };
    const alerts = told([good, withNew, withNew, withNew, withNew, worse, worse]);
    expect(names(alerts)).toEqual([
      ['C', ''],
      ['C', ''],
    ]);
  });

  test('reports lost contact in one line: subjects missing in a partial poll have not changed', () => {
    const lost = { part: { all: 'unvouched' } } as const;
    const seen: Words = { ...good, all: 'ok' };
    const alerts = told([seen, lost, lost, lost, lost, seen, seen]);
    expect(names(alerts)).toEqual([
      ['all', ''],
      ['', 'all'],
    ]);
  });
});

const severities = fc.constantFrom<Severity>('ok', 'assumed', 'notice', 'degraded', 'critical', 'vanished');
const schedules = fc.array(fc.record({ A: severities, B: severities }), { minLength: 1, maxLength: 40 });

test('two alerts are never closer than the minimum time, with any polls', () => {
  fc.assert(
    fc.property(schedules, (readings) => {
      const times = told(readings).map(({ at }) => at);
      for (const [index, at] of times.slice(1).entries())
        expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(leastPause);
    }),
  );
});

test('a state that did not last for two polls in a row causes no alert', () => {
  const isBad = (severity: Severity | undefined) =>
    ['degraded', 'critical', 'vanished'].includes(severity ?? '');
  fc.assert(
    fc.property(schedules, (readings) => {
      for (const { at, worse, recovered } of told(readings)) {
        const last = Math.min(Math.floor(at / poll), readings.length) - 1;
        const both = [readings[last - 1], readings[last]];
        const before = readings.slice(0, last + 1);
        for (const { name } of worse) {
          const bad = before.map((words) => isBad(name === 'A' ? words.A : words.B));
          expect(bad.at(-1)).toBe(true);
          expect(bad.some((each, index) => each && bad[index - 1])).toBe(true);
        }
        for (const { name } of recovered) expect(isBad(name === 'A' ? both[1]?.A : both[1]?.B)).toBe(false);
      }
    }),
  );
});

test('a state that flaps between two polls causes no alert', () => {
  fc.assert(
    fc.property(severities, fc.integer({ min: 2, max: 40 }), (severity, count) => {
      const readings = Array.from({ length: count }, (_, index): Words => ({ A: index % 2 ? severity : 'ok' }));
      expect(told(readings)).toEqual([]);
    }),
  );
});

test('after flaps without an alert, an outage that lasts for two polls is reported at the second', () => {
  fc.assert(
    fc.property(schedules, (flaps) => {
      const before: readonly Words[] = [good, ...flaps];
      fc.pre(told(before).length === 0);
      const bad: Words = { A: 'critical', B: 'ok' };
      const [alert] = told([...before, bad, bad]);
      expect(alert?.worse.map(({ name }) => name)).toEqual(['A']);
      expect(alert?.at).toBeLessThanOrEqual((before.length + 2) * poll);
    }),
  );
});

test('directly after a flap, a lasting outage is reported at its second poll', () => {
  const bad: Words = { A: 'critical', B: 'ok' };
  expect(told([good, bad, good, bad, bad, bad]).map(({ at }) => at)).toEqual([5 * poll]);
});

test('it waits until the minimum time after an earlier alert has passed', () => {
  const bad: Words = { A: 'critical', B: 'ok' };
  const worse: Words = { A: 'critical', B: 'critical' };
  expect(told([good, bad, bad, worse, worse, worse]).map(({ at }) => at)).toEqual([
    3 * poll,
    3 * poll + leastPause,
  ]);
});

test('what an alert leaves out, because its newest poll was good, is reported when it is bad again', () => {
  const at = (...bad: readonly string[]): Words =>
    Object.fromEntries(['A', 'B', 'C'].map((name) => [name, bad.includes(name) ? 'critical' : 'ok']));
  const polls = [at(), at('C'), at('C'), at('A', 'C'), at('A', 'B', 'C'), at('B', 'C')];
  const lasting = at('A', 'B', 'C');
  expect(names(told([...polls, lasting, lasting, lasting]))).toEqual([
    ['C', ''],
    ['B', ''],
    ['A', ''],
  ]);
  // If the component stays good, no recovery is reported either.
  expect(names(told([...polls, at('B', 'C'), at('B', 'C'), at('B', 'C')]))).toEqual([
    ['C', ''],
    ['B', ''],
  ]);
});
