import { expect, test } from 'vitest';
import { missingOf } from '#domain/roster/roster.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { PastPart, RecordedPast } from '#host/history/reading.ts';
import type { PartKind } from '../messages.ts';
import { DebouncedParts } from './debounced-parts.ts';
import type { Part } from './parts.ts';
import { observerPast } from './past.ts';

const path = '/api/v2/status';
const P = 10_000;
const hour = 3_600_000;

function recorded(key: string, severity: Severity, more: Partial<PastPart> = {}): PastPart {
  const word = severity === 'vanished' ? null : severity;
  return {
    kind: 'component',
    key,
    occurrence: 1,
    path,
    word,
    severity,
    since: -5 * P,
    notBefore: -6 * P,
    ...more,
  };
}

function pastOf(parts: readonly PastPart[]): RecordedPast {
  const verdict = { severity: 'critical', since: -5 * P, notBefore: -6 * P } as const;
  return { slug: 'edge', verdict, parts, reads: { status: { sentAt: -P - 100, at: -P } } };
}

/** Debounced parts after a restart and two status documents. */
function heldAfterRestart(past: RecordedPast, components: Readonly<Record<string, Severity>>) {
  const debounced = new DebouncedParts();
  debounced.remember(observerPast(past, 0, (wall) => wall));
  const parts = Object.entries({ edge: 'critical' as const, ...components }).map(([key, severity]): Part => {
    const kind: PartKind = key === 'edge' ? 'deployment' : 'component';
    return { kind, key, name: key, word: severity, severity, detail: '', sources: ['status'] };
  });
  const complete = new Set<PartKind>(['deployment', 'component']);
  for (const at of [P, 2 * P])
    debounced.follow({ parts, complete, reads: { status: { sentAt: at - 100, at } } }, at, at);
  return new Map(debounced.take()?.parts.map((part) => [part.key, part]));
}

test('after a restart a lasting state has the start time of the history record', () => {
  const parts = [recorded('API', 'critical'), recorded('DNS', 'ok'), recorded('Old', 'vanished')];
  const debounced = heldAfterRestart(pastOf(parts), { API: 'critical', DNS: 'ok' });
  const started = { since: -5 * P, notBefore: -6 * P };
  expect(debounced.get('edge')).toMatchObject({ severity: 'critical', ...started });
  expect(debounced.get('API')).toMatchObject({ severity: 'critical', ...started });
  expect(debounced.get('DNS')).toMatchObject({ severity: 'ok', ...started });
  expect(debounced.get('Old')).toMatchObject({ severity: 'vanished', word: null, ...started });
});

test('a change while the host was stopped lies between the last recorded poll and the first new one', () => {
  const parts = [recorded('API', 'ok'), recorded('DNS', 'critical'), recorded('Old', 'ok')];
  const debounced = heldAfterRestart(pastOf(parts), { API: 'partial', DNS: 'ok' });
  const changed = { since: P, notBefore: -P - 100 };
  expect(debounced.get('API')).toMatchObject({ severity: 'partial', ...changed });
  expect(debounced.get('DNS')).toMatchObject({ severity: 'ok', ...changed });
  expect(debounced.get('Old')).toMatchObject({ severity: 'vanished', ...changed });
});

test('a status reading before the lists are known dates a change, whether the past comes before or after it', () => {
  const past = observerPast(pastOf([recorded('API', 'ok'), recorded('DNS', 'critical')]), 0, (wall) => wall);
  const states = { API: 'partial', DNS: 'critical' } as const;
  const parts = Object.entries(states).map(
    ([key, severity]): Part => ({
      kind: 'component',
      key,
      name: key,
      word: severity,
      severity,
      detail: '',
      sources: ['status'],
    }),
  );
  const seenAt = (at: number) => ({
    parts,
    complete: new Set<PartKind>(['component']),
    reads: { status: { sentAt: at - 100, at } },
  });
  for (const isLate of [false, true]) {
    const debounced = new DebouncedParts();
    if (!isLate) debounced.remember(past);
    debounced.noteEarly(seenAt(P), P);
    if (isLate) debounced.remember(past);
    for (const at of [2 * P, 3 * P]) debounced.follow(seenAt(at), at, at);
    expect(debounced.take()?.parts).toMatchObject([
      { key: 'API', since: P, notBefore: -P - 100 },
      { key: 'DNS', since: -5 * P, notBefore: -6 * P },
    ]);
  }
});

test('components of the record are expected again, those that disappeared for 24 hours', () => {
  const { roster } = observerPast(
    pastOf([
      recorded('API', 'ok'),
      recorded('API', 'vanished', { occurrence: 2, since: -hour, notBefore: -hour - P }),
      recorded('Gone', 'vanished', { since: -25 * hour }),
      recorded('fra1', 'vanished', { kind: 'region' }),
    ]),
    0,
    (wall) => wall,
  );
  expect([...(roster.get(path)?.entries.keys() ?? [])]).toEqual(['API', 'API\u00002']);
  expect(missingOf(roster.get(path), 0)).toMatchObject([{ name: 'API', lastSeen: -hour - P }]);
});

test('of regions with one code the worst that is listed counts', () => {
  const { parts } = observerPast(
    pastOf([
      recorded('osl1', 'vanished', { kind: 'region' }),
      recorded('osl1', 'ok', { kind: 'region', occurrence: 2 }),
      recorded('osl1', 'partial', { kind: 'region', occurrence: 3 }),
    ]),
    0,
    (wall) => wall,
  );
  expect(parts.map(({ key, severity }) => [key, severity])).toEqual([
    ['edge', 'critical'],
    ['osl1', 'partial'],
  ]);
});
