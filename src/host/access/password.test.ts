import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { leastCost, parsePasswordLine } from '../configuration/password-line.ts';
import { SettingsError } from '../net/settings-error.ts';
import { PasswordCheck, passwordLine } from './password.ts';

test('a password line accepts only its password, and has a new salt each time', async () => {
  const [line, other] = await Promise.all([1, 2].map(async () => passwordLine('Gänse füßchen', leastCost)));
  expect(line).not.toBe(other);
  const check = new PasswordCheck();
  expect(await check.isRight(line ?? '', 'Gänse füßchen')).toBe(true);
  // Another keyboard may compose the same letters from other code points.
  expect(await check.isRight(line ?? '', 'Gänse füßchen'.normalize('NFD'))).toBe(true);
  expect(await check.isRight(line ?? '', 'Gänse füßchen ')).toBe(false);
  expect(await check.isRight(line ?? '', '')).toBe(false);
  expect(await check.isRight(line ?? '', 'x'.repeat(1_001))).toBe(false);
});

test('a password line has the recommended cost', async () => {
  const line = await passwordLine('Gänse füßchen');
  expect(line).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/);
  expect(await new PasswordCheck().isRight(line, 'Gänse füßchen')).toBe(true);
});

test('responses are not delayed while a guess is checked', async () => {
  const line = await passwordLine('x', leastCost);
  const order: string[] = [];
  const guess = new PasswordCheck().isRight(line, 'x').then(() => order.push('guess'));
  await new Promise((resolve) => new PassThrough().end().on('finish', resolve));
  order.push('answer');
  await guess;
  expect(order).toEqual(['answer', 'guess']);
});

const [salt, hash] = ['A'.repeat(22), 'A'.repeat(43)];
test.each([
  '',
  'scrypt:x',
  'secret',
  // Lines that are refused: a cheap hash protects nothing, and an expensive one could stop the host.
  `scrypt:1024:8:1:${salt}:${hash}`,
  `scrypt:1048576:8:1:${salt}:${hash}`,
  `scrypt:32767:8:1:${salt}:${hash}`,
  `scrypt:32768:64:1:${salt}:${hash}`,
  `scrypt:32768:8:99:${salt}:${hash}`,
  `scrypt:32768:8:1:${salt}:${hash}A`,
  `scrypt:32768:8:1:${salt}:${hash}\n`,
])('%j is no password line', (line) => {
  expect(() => parsePasswordLine(line)).toThrow(SettingsError);
});
