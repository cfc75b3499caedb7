import { describe, expect, test } from 'vitest';
import { hostNameCheck } from './host-names.ts';

describe('a host that listens on loopback', () => {
  const isOwn = hostNameCheck('127.0.0.1', ['Status.Example.com']);

  test.each([
    '127.0.0.1',
    '127.0.0.1:4600',
    'localhost:4600',
    'LOCALHOST',
    'localhost.:4600',
    '[::1]:4600',
    '127.8.9.1:80',
    'status.example.com',
    'status.example.com:443',
  ])('serves %s', (header) => expect(isOwn(header)).toBe(true));

  test.each([
    'evil.test',
    'evil.test:4600',
    '127.0.0.1.evil.test',
    'localhost.evil.test',
    'evil-status.example.com',
    '[::2]:4600',
    '',
  ])('does not serve %j', (header) => expect(isOwn(header)).toBe(false));
});

test('a host on a network serves every name', () => {
  expect(hostNameCheck('0.0.0.0', [])('anything.test:80')).toBe(true);
});
