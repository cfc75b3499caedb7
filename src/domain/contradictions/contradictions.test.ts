import { expect, test } from 'vitest';
import { tenseOf, versionsAgainstEachOther } from './contradictions.ts';

test('a field that differs between versions is reported with both values as sent', () => {
  const found = versionsAgainstEachOther(
    'region',
    [
      { id: 'fra1', field: 'status', v1: 'degraded', v2: 'operational' },
      { id: 'ams1', field: 'zone', v1: null, v2: 'eu-west' },
    ],
    {},
  );
  expect(found.map(({ sentence }) => sentence.map(({ text }) => text).join(''))).toEqual([
    'fra1 status: “degraded” in v1, “operational” in v2.',
    'ams1 zone: none in v1, “eu-west” in v2.',
  ]);
  expect(found.map(({ severity, rows }) => [severity, rows])).toEqual([
    ['degraded', { page: 'region', id: 'fra1' }],
    ['unknown', { page: 'region', id: 'ams1' }],
  ]);
  const sent = found[0]?.sentence.filter((clause) => clause.sent === true).map(({ text }) => text);
  expect(sent).toEqual(['fra1', 'degraded', 'operational']);
});

test.each([
  ['status', { page: 'endpoints' }],
  ['node', { page: 'node', id: 'x' }],
] as const)('a difference in a %s links to it', (resource, rows) => {
  const [found] = versionsAgainstEachOther(resource, [{ id: 'x', field: 'status', v1: 'ok', v2: 'flux' }], {});
  expect(found).toMatchObject({ severity: 'unknown', rows });
});

test('a contradiction is stated as present only while all inputs are fresh, and not at all if one is lost', () => {
  expect((['fresh', 'late', 'waiting', 'lost'] as const).map(tenseOf)).toEqual([
    'now',
    'then',
    'never',
    'never',
  ]);
});
