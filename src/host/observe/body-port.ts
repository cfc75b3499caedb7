/** Sends a long body from one thread to another, part by part. Neither thread holds all of it at once. */

import { MessageChannel, type MessagePort } from 'node:worker_threads';

type Bytes = Uint8Array<ArrayBuffer>;

/** Each part is the reply to one request for it. */
type Part =
  | { readonly kind: 'part'; readonly bytes: Bytes }
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly why: string };

/** The port from which another thread reads a body. The body is cancelled if that thread closes the port or ends. */
export function sendBody(body: ReadableStream<Bytes>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const reader = body.getReader();
  const send = (part: Part, transfer: readonly ArrayBuffer[] = []) => port1.postMessage(part, [...transfer]);
  port1.on('message', () => {
    reader.read().then(
      ({ done, value }) => {
        if (done) send({ kind: 'end' });
        else send({ kind: 'part', bytes: value }, [value.buffer]);
      },
      (cause: unknown) =>
        send({ kind: 'broken', why: cause instanceof Error ? cause.message : 'unknown error' }),
    );
  });
  port1.once('close', () => void reader.cancel().catch(() => undefined));
  port1.unref();
  return port2;
}

/** The body that {@link sendBody} sends. A part is requested only when the reader wants it. */
export function receiveBody(port: MessagePort): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      pull: (reader) =>
        new Promise((resolve) => {
          port.once('message', (part: Part) => {
            if (part.kind === 'part') reader.enqueue(part.bytes);
            else {
              if (part.kind === 'end') reader.close();
              else reader.error(new Error(part.why));
              port.close();
            }
            resolve();
          });
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows only
          port.postMessage(null);
        }),
      cancel: () => port.close(),
    },
    { highWaterMark: 0 },
  );
}
