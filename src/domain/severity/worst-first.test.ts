import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedWorstFirst, leadingRows, worstFirst } from './worst-first.ts';

const row = (key: string | null, status: string | null, id = 0) => ({ key, status, id });
const keyOf = ({ key }: { readonly key: string | null }) => key;

test('the worst row of a key leads, in any order of the list', () => {
  const rows = [row('osl1', 'operational'), row(null, 'down'), row('ams1', 'flux'), row('osl1', 'degraded')];
  for (const order of [rows, rows.toReversed()])
    expect(leadingRows(order, keyOf, {})).toEqual(
      new Map([
        ['osl1', row('osl1', 'degraded')],
        ['ams1', row('ams1', 'flux')],
      ]),
    );
  expect(leadingRows(rows, keyOf, { degraded: 'ok' }).get('osl1')?.status).toBe('operational');
});

test('no row with a key is lost, and rows of one severity keep their order', () => {
  const status = fc.constantFrom('operational', 'degraded', 'down', 'flux', null);
  const rows = fc.array(fc.record({ key: fc.constantFrom('a', 'b', '__proto__', null), status, id: fc.nat() }));
  fc.assert(
    fc.property(rows, (all) => {
      const groups = groupedWorstFirst(all, keyOf, {});
      expect([...groups.values()].flat().length).toBe(all.filter(({ key }) => key !== null).length);
      for (const [key, group] of groups)
        for (const word of new Set(group.map((each) => each.status)))
          expect(group.filter((each) => each.status === word)).toEqual(
            all.filter((each) => each.key === key && each.status === word),
          );
      expect(worstFirst(worstFirst(all, {}), {})).toEqual(worstFirst(all, {}));
    }),
  );
});
