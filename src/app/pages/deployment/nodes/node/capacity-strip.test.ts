import { expect, test } from 'vitest';
import type { Group } from '#domain/lists/listing.ts';
import { labelsOf, peerCountsOf, stripOf } from './capacity-strip.ts';

function group(sent: string | null, count: number): Group {
  return { key: [sent], count, sums: {} };
}

const groups = [group('100G', 15), group('ten', 1), group('40G', 4), group('200G', 2), group(null, 1)];

test('stacks are in ascending order of capacity, without unreadable ones', () => {
  expect(stripOf(groups)).toEqual({
    stacks: [
      { sent: '40G', value: 40, nodes: 4 },
      { sent: '100G', value: 100, nodes: 15 },
      { sent: '200G', value: 200, nodes: 2 },
    ],
    unreadable: 2,
    most: 200,
  });
});

test.each([
  ['100G', { more: 2, same: 14, less: 4 }],
  ['200G', { more: 0, same: 1, less: 19 }],
  ['0100G', { more: 2, same: 14, less: 4 }],
  ['ten', null],
  [null, null],
])('a node of %s shows how many others have more, the same or less', (sent, counts) => {
  expect(peerCountsOf(stripOf(groups), sent)).toEqual(counts);
});

test('capacities beyond 2^53 are compared exactly', () => {
  const strip = stripOf([group('9007199254740993G', 1), group('9007199254740992G', 1)]);
  expect(peerCountsOf(strip, '9007199254740993G')).toEqual({ more: 0, same: 0, less: 1 });
});

test('overlapping labels are left out, but never that of the node itself', () => {
  const { stacks } = stripOf([group('10G', 1), group('12G', 1), group('400G', 1)]);
  const placed = labelsOf(stacks, (value) => value, '10G', { letter: 6, width: 420 });
  expect(placed.map(({ sent }) => sent)).toEqual(['10G', '400G']);
});

test('a long label is shortened and stays within the strip', () => {
  const { stacks } = stripOf([group(`${'1'.repeat(30)}G`, 1)]);
  const [label] = labelsOf(stacks, () => 400, null, { letter: 6, width: 420 });
  expect(label).toMatchObject({ text: '11111111111111…G', x: 369 });
});
