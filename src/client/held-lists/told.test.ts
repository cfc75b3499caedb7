/** What the host tells of a list, as the page hears it. */

import { expect, test } from 'vitest';
import type { HostRead } from './host-read.ts';
import { sentAs, toldIn } from './told.ts';

const read: HostRead = {
  place: '/lists/1',
  headers: {},
  bytes: 7,
  isPlain: true,
  read: '[]',
  foreseen: '[[]]',
};

/** The same bytes in parts of this length. */
async function inParts(stream: ReadableStream<Uint8Array>, length: number): Promise<ReadableStream> {
  const bytes = new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
  return new ReadableStream({
    start(parts) {
      for (let from = 0; from < bytes.length; from += length) parts.enqueue(bytes.slice(from, from + length));
      parts.close();
    },
  });
}

test.each([1, 2, 7, 1_000])('is heard in parts of %i bytes, whatever is written in it', async (length) => {
  const replies = 'two\nlines, crâte 🗄';
  const told = await toldIn(await inParts(sentAs({ read, replies: Promise.resolve(replies) }), length));
  expect(told.read).toEqual(read);
  expect(await told.replies).toBe(replies);
});

test('is heard before the answers that were foreseen are there', async () => {
  let answer = (_text: string) => {};
  const replies = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const told = await toldIn(sentAs({ read, replies }) as ReadableStream<Uint8Array<ArrayBuffer>>);
  expect(told.read.place).toBe('/lists/1');
  answer('late');
  expect(await told.replies).toBe('late');
});

test('ends with an error for those who wait for answers that break off', async () => {
  const broken = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(`${JSON.stringify(read)}\n[`));
    },
    pull(stream) {
      stream.error(new Error('gone'));
    },
  });
  const told = await toldIn(broken);
  await expect(told.replies).rejects.toThrow('gone');
});

test('is sent to nobody who has left', async () => {
  let answer = (_text: string) => {};
  const replies = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const reader = sentAs({ read, replies }).getReader();
  await reader.read();
  await reader.cancel();
  answer('late');
  await replies;
});
