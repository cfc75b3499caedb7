import { expect, test } from 'vitest';
import type { Group } from '#domain/lists/listing.ts';
import { chartSources } from './chart-sources.ts';

function group(source: string | null, total: number): Group {
  return { key: [source], count: 1, sums: { count: { total, counted: 1, missing: 0 } } };
}

const three = [group('server', 5), group(null, 9), group('api', 1)];

test('a session also shows the types without a source, on top', () => {
  const { sources, leftOut } = chartSources(['api', 'server'], three, true);
  expect(sources.map(({ name, series }) => `${name}: ${series}`)).toEqual([
    'api: events-by-source/api',
    'server: events-by-source/server',
    'not provided: events-by-source',
  ]);
  expect(leftOut).toBeNull();
});

test('the host does not record them, and the chart says so', () => {
  const { sources, leftOut } = chartSources(['api', 'server'], three, false);
  expect(sources.map(({ source }) => source)).toEqual(['api', 'server']);
  expect(leftOut).toBe('Types without a source are left out.');
});

test.each([true, false])('of many sources, the largest are shown: of a session %s', (isOfSession) => {
  const many = Array.from({ length: 120 }, (_, index) => group(`s${index}`, index));
  const order = many.flatMap(({ key: [source] }) => source ?? []);
  const { sources, leftOut } = chartSources(order, many, isOfSession);
  expect(sources).toHaveLength(50);
  expect(sources[0]?.source).toBe('s70');
  expect(leftOut).toBe('The 50 largest of 120 sources are shown.');
});
