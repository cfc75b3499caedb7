import { expect, test } from 'vitest';
import { capacityClasses } from './capacity-classes.ts';

test('nodes are sorted by advertised capacity, largest first, unreadable ones last', () => {
  const nodes = ['40G', 'lots', '200G', null, '40G', '100G'].map((capacity, index) => ({
    id: `nod_${index}`,
    created_at: null,
    pop: 'fra1',
    status: 'operational',
    capacity,
  }));
  expect(capacityClasses(nodes).map(({ capacity, nodes }) => [capacity, nodes.map((node) => node.id)])).toEqual(
    [
      ['200G', ['nod_2']],
      ['100G', ['nod_5']],
      ['40G', ['nod_0', 'nod_4']],
      ['lots', ['nod_1']],
      [null, ['nod_3']],
    ],
  );
});
