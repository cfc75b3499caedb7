import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { receiveBody, sendBody } from './body-port.ts';

function bodyOf(parts: readonly string[], failure?: Error) {
  const seen = { read: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(reader) {
        const part = parts[seen.read];
        if (part === undefined) return failure ? reader.error(failure) : reader.close();
        seen.read += 1;
        reader.enqueue(new TextEncoder().encode(part));
      },
      cancel: () => {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

test('a body arrives part by part, in order, to its end', async () => {
  const { stream } = bodyOf(['one ', 'two ', 'three']);
  expect(await new Response(receiveBody(sendBody(stream))).text()).toBe('one two three');
});

test('a body is read no further than its reader reads, and is cancelled with it', async () => {
  const { seen, stream } = bodyOf(['one', 'two', 'three']);
  const reader = receiveBody(sendBody(stream)).getReader();
  expect((await reader.read()).value).toEqual(new TextEncoder().encode('one'));
  await setImmediate();
  expect(seen).toEqual({ read: 1, isCancelled: false });
  await reader.cancel();
  await expect.poll(() => seen.isCancelled).toBe(true);
});

test('a body that breaks fails for its reader', async () => {
  const { stream } = bodyOf(['one'], new Error('cut off'));
  await expect(new Response(receiveBody(sendBody(stream))).text()).rejects.toThrow('cut off');
});
