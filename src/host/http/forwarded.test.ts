import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressCheck } from '../net/addresses.ts';
import { forwardedOf } from './forwarded.ts';

const isTrusted = addressCheck(['10.0.0.0/8', '::1']);

function from(remoteAddress: string, headers: Readonly<Record<string, string>>) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  return forwardedOf({ socket, headers }, isTrusted);
}

const spoken = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-prefix': '/ops/ew' };

test.each<[string, string, Readonly<Record<string, string>>, address: string, prefix: string]>([
  ['a proxy of ours is believed', '10.0.0.5', spoken, '192.0.2.7', '/ops/ew'],
  ['written for both families', '::ffff:10.0.0.5', spoken, '192.0.2.7', '/ops/ew'],
  ['of IPv6', '::1', { 'x-forwarded-for': '2001:db8::7' }, '2001:db8::7', ''],
  ['a stranger is not', '192.0.2.99', spoken, '192.0.2.99', ''],
  ['no header is sent', '10.0.0.5', {}, '10.0.0.5', ''],
  [
    'what a client says before our proxies counts for nothing',
    '10.0.0.5',
    { 'x-forwarded-for': '127.0.0.1, 192.0.2.7, 10.0.0.9' },
    '192.0.2.7',
    '',
  ],
  ['with a port', '10.0.0.5', { 'x-forwarded-for': '192.0.2.7:5000' }, '192.0.2.7', ''],
  ['with brackets and a port', '10.0.0.5', { 'x-forwarded-for': '[2001:db8::7]:5000' }, '2001:db8::7', ''],
  ['nonsense', '10.0.0.5', { 'x-forwarded-for': 'unknown, _hidden' }, '10.0.0.5', ''],
  ['a prefix with a slash behind it', '10.0.0.5', { 'x-forwarded-prefix': '/ops/' }, '10.0.0.5', '/ops'],
  ['no prefix', '10.0.0.5', { 'x-forwarded-prefix': '/' }, '10.0.0.5', ''],
  ['a prefix that is none', '10.0.0.5', { 'x-forwarded-prefix': '//evil.test' }, '10.0.0.5', ''],
  ['a prefix of two', '10.0.0.5', { 'x-forwarded-prefix': '/a, /b' }, '10.0.0.5', ''],
  ['markup for a prefix', '10.0.0.5', { 'x-forwarded-prefix': '/"><script>' }, '10.0.0.5', ''],
])('%s', (_case, remote, headers, address, prefix) => {
  expect(from(remote, headers)).toMatchObject({ address, prefix });
});

test.each<[string, string, Readonly<Record<string, string>>, boolean]>([
  ['a proxy of ours says https', '10.0.0.5', { 'x-forwarded-proto': 'https' }, true],
  ['several do, the first speaks with the client', '10.0.0.5', { 'x-forwarded-proto': 'https, http' }, true],
  ['it says http', '10.0.0.5', { 'x-forwarded-proto': 'http, https' }, false],
  ['it says nothing', '10.0.0.5', {}, false],
  ['a stranger says https', '192.0.2.99', { 'x-forwarded-proto': 'https' }, false],
])('the scheme if %s', (_case, remote, headers, isSecure) => {
  expect(from(remote, headers).isSecure).toBe(isSecure);
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['a trusted proxy names it', '10.0.0.5', { 'x-forwarded-host': 'dash.test:8080' }, 'dash.test:8080'],
  [
    'several do, the first speaks with the client',
    '10.0.0.5',
    { 'x-forwarded-host': 'dash.test, inner' },
    'dash.test',
  ],
  ['it names none', '10.0.0.5', {}, '127.0.0.1:4600'],
  ['anybody else names one', '192.0.2.99', { 'x-forwarded-host': 'evil.test' }, '127.0.0.1:4600'],
])('the host name if %s', (_case, remote, headers, host) => {
  expect(from(remote, { host: '127.0.0.1:4600', ...headers }).host).toBe(host);
});

test('the other end of the connection stays known behind proxies', () => {
  expect(from('::ffff:10.0.0.5', spoken)).toMatchObject({ address: '192.0.2.7', peer: '10.0.0.5' });
});
