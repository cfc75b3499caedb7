/** Sends a long body from one thread to another, part by part. Neither thread holds the complete body. */

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type NoMethods, WithTransfer } from '#client/rpc/peer.ts';
import { connect } from '../threads/connect.ts';

type Bytes = Uint8Array<ArrayBuffer>;

type Body = {
  /** Returns the next part of the body; `null` at the end. */
  readonly read: () => Bytes | null;
};

/**
 * Returns a port from which another thread reads a body. The body is cancelled if that thread closes the port
 * or ends.
 */
export function sendBody(body: ReadableStream<Bytes>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const reader = body.getReader();
  connect<NoMethods, Body>(port1, {
    read: async () => {
      const { done, value } = await reader.read();
      return done ? null : new WithTransfer(value, [value.buffer]);
    },
  });
  port1.once('close', () => void reader.cancel().catch(() => undefined));
  port1.unref();
  return port2;
}

/**
 * Returns the body that {@link sendBody} sends through a port. A part is requested only when the reader wants
 * it.
 */
export function receiveBody(port: MessagePort): ReadableStream<Bytes> {
  const body = connect<Body, NoMethods>(port, {});
  return new ReadableStream<Bytes>(
    {
      pull: async (reader) => {
        try {
          const part = await body.call('read', undefined);
          if (part) return reader.enqueue(part);
          reader.close();
        } catch (cause) {
          reader.error(cause);
        }
        port.close();
      },
      cancel: () => port.close(),
    },
    { highWaterMark: 0 },
  );
}
