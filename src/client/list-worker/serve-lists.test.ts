import { expect, test } from 'vitest';
import { noLookups } from '#domain/lists/lookups.ts';
import { TestThread } from '#testing/list-thread.ts';
import type { Message } from '../rpc/peer.ts';
import type { Call } from './messages.ts';

const body =
  '{"object":"list","data":[{"id":"bkt_1","name":"crate"}],"pagination":{"limit":1,"count":1,"has_more":false}}';

function send(thread: TestThread, text: string): void {
  const opened = { list: 0, resource: 'bucket', path: '/api/v2/buckets', asked: {} };
  const messages: readonly Message[] = [
    { kind: 'notify', method: 'open', argument: opened },
    { kind: 'notify', method: 'part', argument: { list: 0, bytes: new TextEncoder().encode(text) } },
    { kind: 'call', id: 0, method: 'end', argument: 0 },
  ];
  thread.postMessage(messages, []);
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
  thread.postMessage(
    calls.map((call, index) => ({
      kind: 'call',
      id: index + 1,
      method: 'ask',
      argument: { list: 0, lookups: noLookups, call, prefetch: false },
    })),
    [],
  );
  await expect.poll(() => thread.heard.length).toBe(5);
  expect(thread.heard.map((message) => 'id' in message && message.id)).toEqual([0, 4, 2, 1, 3]);
});

test.each([
  ['{"object":"list","data":[', 'SyntaxError'],
  ['{"object":"list","data":{}}', 'ContractError'],
])('reports why %s is not a list', async (text, name) => {
  const thread = new TestThread();
  send(thread, text);
  await expect
    .poll(() => thread.heard)
    .toEqual([{ kind: 'failure', id: 0, name, message: expect.any(String) }]);
});
