import { expect, test } from 'vitest';
import type { ItemRow } from '../rows.ts';
import { KnownLists } from './known-lists.ts';

function item(id: number, key: string, occurrence: number, content: number | null): ItemRow {
  return { table: 'item', id, endpoint: 1, key, occurrence, content, changedAt: 0 };
}

test('a content stays in memory as long as an item has it', () => {
  const lists = new KnownLists();
  lists.note({ table: 'content', id: 1, body: '{"a":1}' });
  lists.note({ table: 'content', id: 2, body: '{"a":2}' });
  lists.note(item(1, 'x', 1, 1));
  lists.note(item(2, 'x', 2, 1));
  lists.note(item(1, 'x', 1, 1));
  lists.note(item(1, 'x', 1, 2));
  expect([lists.body(1), lists.body(2)]).toEqual(['{"a":1}', '{"a":2}']);
  lists.note(item(2, 'x', 2, null));
  expect(lists.body(1)).toBeNull();
  lists.forget([item(1, 'x', 1, 2)], []);
  expect(lists.body(2)).toBeNull();
});

test('rows with equal keys are distinguished by their occurrence, also for a key that looks like one', () => {
  const lists = new KnownLists();
  for (const row of [item(1, 'x', 1, null), item(2, 'x', 2, null), item(3, '["x",2]', 1, null)])
    lists.note(row);
  expect([lists.itemOf(1, 'x', 1)?.id, lists.itemOf(1, 'x', 2)?.id, lists.itemOf(1, '["x",2]', 1)?.id]).toEqual(
    [1, 2, 3],
  );
  lists.forget([item(2, 'x', 2, null)], []);
  expect(lists.itemOf(1, 'x', 2)).toBeNull();
  expect([lists.itemCount(1), lists.itemsOf(1).length, lists.itemsOf(2).length]).toEqual([2, 2, 0]);
});
