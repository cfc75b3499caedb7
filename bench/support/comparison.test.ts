import { expect, test } from 'vitest';
import type { Build } from './builds.ts';
import { choosePages, compare, comparisonTable } from './comparison.ts';

const builds = { before: { name: 'older', root: '/older' }, now: { name: 'now', root: '/now' } } as const;

test('both builds are measured by turns, and the first one changes with each run', async () => {
  const turns: string[] = [];
  const times = [30, 10, 20, 40, 50, 15];
  const measured = async ({ name }: Build) => {
    turns.push(name);
    return { 'time, ms': times[turns.length - 1] ?? Number.NaN };
  };
  expect(await compare(builds, 3, [measured])).toEqual([{ name: 'time, ms', before: 40, now: 15 }]);
  expect(turns).toEqual(['older', 'now', 'now', 'older', 'older', 'now']);
});

test('a table has the medians of both builds and their ratio', () => {
  const table = comparisonTable('Two builds', builds, 7, [
    { name: 'requests/s', before: 1_000, now: 2_000 },
    { name: 'shift', before: 0, now: 0 },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    'figure      older    now  ratio',
    '──────────  ─────  ─────  ─────',
    'requests/s  1,000  2,000   2.00',
    'shift        0.00   0.00      –',
    '  Medians of 7 turns of each build; the ratio is now over older.',
  ]);
});

test('pages are chosen by name', () => {
  const pages = ['status', 'nodes'];
  expect(choosePages(pages, String, [])).toEqual(pages);
  expect(choosePages(pages, String, ['nodes', 'events'])).toEqual(['nodes']);
  expect(() => choosePages(pages, String, ['events'])).toThrow(
    'There is no page events; there are status, nodes.',
  );
});
