import { expect, test } from 'vitest';
import { noLookups } from '#domain/lists/lookups.ts';
import { TestThread } from '#testing/list-thread.ts';
import type { Call, ToWorker } from './messages.ts';

const body =
  '{"object":"list","data":[{"id":"bkt_1","name":"crate"}],"pagination":{"limit":1,"count":1,"has_more":false}}';

function send(thread: TestThread, text: string): void {
  const list = 0;
  const tell = (message: ToWorker) => thread.postMessage(message, []);
  tell({ kind: 'open', list, resource: 'bucket', path: '/api/v2/buckets', asked: {} });
  tell({ kind: 'part', list, bytes: new TextEncoder().encode(text) });
  tell({ kind: 'end', id: 0, list });
}

test('calls for rows run before calls for figures, the newest first', async () => {
  const thread = new TestThread();
  send(thread, body);
  const calls: readonly Call[] = [
    { name: 'sum', question: {}, field: 'bytes' },
    { name: 'slice', question: {}, from: 0, to: 2 },
    { name: 'group', question: {}, by: ['name'], sums: [], least: 1 },
    { name: 'rows', question: {} },
  ];
  const asks = calls.map((call, index) => ({
    kind: 'ask' as const,
    id: index + 1,
    list: 0,
    lookups: noLookups,
    call,
    prefetch: false,
  }));
  thread.postMessage({ kind: 'asks', asks }, []);
  await expect.poll(() => thread.heard.length).toBe(5);
  expect(thread.heard.map(({ id }) => id)).toEqual([0, 4, 2, 1, 3]);
});

test.each([
  ['{"object":"list","data":[', 'syntax'],
  ['{"object":"list","data":{}}', 'contract'],
])('reports why %s is not a list', async (text, cause) => {
  const thread = new TestThread();
  send(thread, text);
  await expect
    .poll(() => thread.heard)
    .toEqual([{ kind: 'failed', id: 0, cause, message: expect.any(String) }]);
});
