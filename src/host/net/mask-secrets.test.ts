import { expect, test } from 'vitest';
import { maskOf } from './mask-secrets.ts';

const mask = maskOf(['Bearer s3cret-"token"-0123456789']);

test.each([
  ['nothing of it', 'nothing of it'],
  ['got Bearer s3cret-"token"-0123456789 from you', 'got [secret] from you'],
  ['s3cret-"token"-0123456789', '[secret]'],
  ['"s3cret-\\"token\\"-0123456789"', '"[secret]"'],
  ['"token": "s3cret-\\"tok', '"token": "[secret]'],
  ['s3cret-"token"-0123456789s3cret-"token"-0123456789', '[secret][secret]'],
])('%j is shown as %j', (text, shown) => expect(mask(text)).toBe(shown));

test('without secrets nothing is masked; short secrets are masked', () => {
  expect(maskOf([])('text')).toBe('text');
  expect(maskOf([''])('text')).toBe('text');
  expect(maskOf(['k1'])('key k1.')).toBe('key [secret].');
  expect(maskOf(['u'])('u: failure, u')).toBe('[secret]: failure, [secret]');
});
