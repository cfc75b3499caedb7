import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LineWriter } from './line-writer.ts';

/** Opens both ends of a pipe, which holds 64 KiB. */
function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  let isOpen = true;
  const leave = () => {
    if (isOpen) closeSync(reader);
    isOpen = false;
  };
  onTestFinished(() => {
    leave();
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });
  const received: Buffer[] = [];
  /** Returns all text that arrived so far. A read may end within a character. */
  const read = (): string => {
    const bytes = Buffer.alloc(1024 ** 2);
    try {
      received.push(bytes.subarray(0, readSync(reader, bytes)));
    } catch {
      // Nothing is there.
    }
    return String(Buffer.concat(received));
  };
  return { descriptor, read, leave };
}

test('lines arrive complete and in order, also if the reader is slow', async () => {
  const { descriptor, read } = openPipe();
  const writer = new LineWriter(descriptor);
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} ü\n`);
  for (const line of lines) writer.write(line);
  await expect.poll(() => read().length, { timeout: 10_000, interval: 20 }).toBe(lines.join('').length);
  expect(read()).toBe(lines.join(''));
});

test('a flush writes what waits at once', () => {
  const { descriptor, read } = openPipe();
  const writer = new LineWriter(descriptor);
  writer.write('a\n');
  writer.write('b\n');
  expect(read()).toBe('');
  writer.flushSync();
  expect(read()).toBe('a\nb\n');
});

test('a flush ends if nobody reads any more', () => {
  const { descriptor, leave } = openPipe();
  const writer = new LineWriter(descriptor);
  writer.write('a\n');
  leave();
  const began = performance.now();
  writer.flushSync();
  expect(performance.now() - began).toBeLessThan(900);
});

test('a flush gives up if the reader takes nothing, and memory is bounded', () => {
  const { descriptor } = openPipe();
  const writer = new LineWriter(descriptor);
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 10_000; count += 1) writer.write(line);
  const began = performance.now();
  writer.flushSync();
  expect(performance.now() - began).toBeLessThan(5_000);
});
