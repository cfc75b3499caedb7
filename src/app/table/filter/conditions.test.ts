import { expect, test } from 'vitest';
import { conditions } from './conditions.ts';

const columns = [
  { field: 'rank', header: 'Status', exportedAs: 'status' },
  { field: 'zone', header: 'Zone' },
];

test.each([
  [{ text: '', where: {} }, []],
  [{ text: '  nod_1 ', where: {} }, ['“nod_1”']],
  [{ text: '', where: { zone: ['eu-west', null] } }, ['zone eu-west or not provided']],
  [
    { text: '', where: { severity: ['critical', 'partial', 'degraded', 'unknown', 'notice'] } },
    ['status not operational'],
  ],
  [{ text: '', where: { severity: ['notice'] } }, ['severity notice']],
  [
    { text: 'x', where: { status: ['down'], cache_status: ['MISS'], zone: [] } },
    ['“x”', 'status down', 'cache status MISS'],
  ],
])('%j', (search, words) => expect(conditions(search, columns)).toEqual(words));
