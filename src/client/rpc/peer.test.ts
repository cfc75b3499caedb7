import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type ErrorClasses, type Handlers, type Message, type NoMethods, Peer, WithTransfer } from './peer.ts';

class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

type Numbers = {
  readonly double: (number: number) => number;
  readonly fail: (error: unknown) => never;
  readonly wait: () => string;
  readonly note: (text: string) => void;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
  readonly port: () => MessagePort;
  readonly length: (bytes: Uint8Array) => number;
  readonly unsendable: () => unknown;
};

/** Two peers, one at each port of a message channel. */
function connected(handlers: Partial<Handlers<Numbers>>, errors: ErrorClasses = {}) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const batches: (readonly Message[])[] = [];
  const missing = () => Promise.reject(new Error('not in this test'));
  const all: Handlers<Numbers> = {
    double: missing,
    fail: missing,
    wait: missing,
    note: () => undefined,
    bytes: missing,
    port: missing,
    length: missing,
    unsendable: missing,
    ...handlers,
  };
  const caller = new Peer<Numbers, NoMethods>(port1, {}, errors);
  const responder = new Peer<NoMethods, Numbers>(port2, all);
  port1.on('message', (messages: readonly Message[]) => caller.receive(messages));
  port2.on('message', (messages: readonly Message[]) => {
    batches.push(messages);
    responder.receive(messages);
  });
  return { caller, responder, batches };
}

test('responses reach their calls in any order', async () => {
  const waiting: ((text: string) => void)[] = [];
  const { caller } = connected({
    double: (number) => 2 * number,
    wait: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const [first, second] = [caller.call('wait', undefined), caller.call('wait', undefined)];
  expect(await caller.call('double', 21)).toBe(42);
  waiting[1]?.('second');
  waiting[0]?.('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('calls of one moment arrive together', async () => {
  const { caller, batches } = connected({ double: (number) => 2 * number });
  caller.notify('note', 'before');
  expect(await Promise.all([caller.call('double', 1), caller.call('double', 2)])).toEqual([2, 4]);
  expect(batches.map((batch) => batch.map(({ kind }) => kind))).toEqual([['notify', 'call', 'call']]);
});

test('an error arrives with its sentence, and with its class if both sides know it', async () => {
  const throws = (error: unknown) => {
    throw error;
  };
  const { caller } = connected(
    // The errors are made inside the handlers, because structured clone would change the class of an error.
    { fail: () => throws(new RefusedError('No.')), wait: () => throws(new TypeError('Wrong.')) },
    { RefusedError },
  );
  const refused = await caller.call('fail', null).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toHaveProperty('message', 'No.');
  await expect(caller.call('wait', undefined)).rejects.toThrow('Wrong.');
});

test('a cancelled call rejects at once, tells the other side, and its ports are closed', async () => {
  const reasons: unknown[] = [];
  let respond: () => void = () => undefined;
  const { port1: sent, port2: kept } = new MessageChannel();
  const closed = new Promise<void>((resolve) => kept.once('close', resolve));
  const { caller } = connected({
    port: (_, signal) => {
      signal.addEventListener('abort', () => reasons.push('aborted'));
      return new Promise((resolve) => {
        respond = () => resolve(new WithTransfer(sent, [sent]));
      });
    },
  });
  const leaving = new AbortController();
  const call = caller.call('port', undefined, { signal: leaving.signal });
  await setImmediate();
  leaving.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
  await expect.poll(() => reasons).toEqual(['aborted']);
  respond();
  await closed;
  await expect(caller.call('port', undefined, { signal: leaving.signal })).rejects.toThrow('left');
});

test('a port that arrives after its call was cancelled is closed', async () => {
  const { port1: sent, port2: kept } = new MessageChannel();
  const closed = new Promise<void>((resolve) => kept.once('close', resolve));
  const leaving = new AbortController();
  const { caller } = connected({
    port: () => {
      // Cancels the call when the response has been sent and has not arrived.
      queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => leaving.abort(new Error('left')))));
      return new WithTransfer(sent, [sent]);
    },
  });
  await expect(caller.call('port', undefined, { signal: leaving.signal })).rejects.toThrow('left');
  await closed;
});

test('buffers move without a copy, with a call and with a result', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const { caller } = connected({
    length: (received) => received.length,
    bytes: () => {
      const made = new Uint8Array([4]);
      queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => lengths.push(made.length))));
      return new WithTransfer(made, [made.buffer]);
    },
  });
  const lengths: number[] = [];
  expect(await caller.call('length', bytes, { transfer: [bytes.buffer] })).toBe(3);
  expect(bytes.length).toBe(0);
  expect(await caller.call('bytes', undefined)).toEqual(new Uint8Array([4]));
  expect(lengths).toEqual([0]);
});

test('what cannot be cloned fails alone', async () => {
  const { caller } = connected({ double: (number) => 2 * number, unsendable: () => () => 'a function' });
  const [failed, doubled] = await Promise.allSettled([
    caller.call('fail', () => 'a function'),
    caller.call('double', 4),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'DataCloneError' } });
  expect(doubled).toEqual({ status: 'fulfilled', value: 8 });
  await expect(caller.call('unsendable', undefined)).rejects.toThrow('could not be cloned');
});

test('closing rejects all calls, aborts those of the other side, and refuses new ones', async () => {
  let started = 0;
  const aborted: unknown[] = [];
  const { caller, responder } = connected({
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        started += 1;
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason);
          reject(signal.reason);
        });
      }),
  });
  const calls = [caller.call('wait', undefined), caller.call('wait', undefined)];
  await expect.poll(() => started).toBe(2);
  const cause = new Error('The thread has ended.');
  responder.close(cause);
  expect(aborted).toEqual([cause, cause]);
  caller.close(cause);
  expect(await Promise.allSettled(calls)).toEqual([
    { status: 'rejected', reason: cause },
    { status: 'rejected', reason: cause },
  ]);
  await expect(caller.call('double', 1)).rejects.toBe(cause);
});
