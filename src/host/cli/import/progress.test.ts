import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function shown(isTTY: boolean) {
  let text = '';
  let now = 0;
  const terminal = { isTTY, write: (part: string) => (text += part) };
  const progress = new Progress(terminal, () => now);
  return { progress, wait: (milliseconds: number) => (now += milliseconds), text: () => text };
}

test('the line on a terminal changes at most five times a second, and goes away', () => {
  const { progress, wait, text } = shown(true);
  progress.show(() => 'one');
  progress.show(() => 'two');
  wait(200);
  progress.show(() => 'three');
  progress.clear();
  expect(text()).toBe('\r\u001b[Kone\r\u001b[Kthree\r\u001b[K');
});

test('elsewhere nothing is written', () => {
  const { progress, text } = shown(false);
  progress.show(() => 'one');
  progress.clear();
  expect(text()).toBe('');
});
