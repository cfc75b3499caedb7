import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { NoMethods } from '#client/rpc/peer.ts';
import { threadScript } from '#testing/thread-script.ts';
import { HostThread } from './host-thread.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Methods = {
  readonly echo: (text: string) => string;
  readonly never: () => void;
  readonly crash: () => void;
};

const script = threadScript(`{
  echo: (text) => text,
  never: () => new Promise(() => undefined),
  crash: () => new Promise(() => queueMicrotask(() => { throw new Error('it broke'); })),
}`);

function start() {
  const lines: string[] = [];
  const starts: unknown[] = [];
  const thread = new HostThread<Methods, NoMethods>({
    script,
    name: 'The counting thread',
    handlers: {},
    report: (line) => lines.push(line),
    onStart: (peer) => starts.push(peer),
  });
  onTestFinished(() => thread.close());
  thread.start();
  return { thread, lines, starts };
}

test('a crash rejects all calls, is reported once, and another thread starts after 10 s', async () => {
  const { thread, lines, starts } = start();
  const why = 'The counting thread failed: it broke';
  const waiting = expect(thread.peer?.call('never', undefined)).rejects.toThrow(why);
  await expect(thread.peer?.call('crash', undefined)).rejects.toThrow(why);
  await waiting;
  expect(lines).toEqual([why]);
  expect(thread.start()).toBeNull();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(thread.peer).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(starts).toHaveLength(2);
  expect(await thread.peer?.call('echo', 'again')).toBe('again');
});

test('a hung thread is replaced, and its calls reject with the reason', async () => {
  const { thread, lines, starts } = start();
  const call = thread.peer?.call('never', undefined);
  thread.replace('It took too long.');
  await expect(call).rejects.toThrow('It took too long.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts).toHaveLength(2);
  expect(lines).toEqual(['It took too long.']);
});

test('closing waits for the last call, rejects the others, and nothing starts again', async () => {
  const { thread, lines, starts } = start();
  const call = thread.peer?.call('never', undefined).catch((cause: Error) => cause.message);
  const last: unknown[] = [];
  await thread.close(async (peer) => last.push(await peer.call('echo', 'end')));
  expect(last).toEqual(['end']);
  expect(await call).toBe('The host is stopping.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(thread.start()).toBeNull();
  expect(starts).toHaveLength(1);
  expect(lines).toEqual([]);
});
