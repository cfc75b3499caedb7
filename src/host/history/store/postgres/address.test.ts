import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAddress } from './address.ts';

test('an address gives what connections need', () => {
  expect(readAddress('postgres://ew:can%20ary@db.test:5433/edge?options=-c%20a%3Db')).toEqual({
    user: 'ew',
    password: 'can ary',
    host: 'db.test',
    port: 5433,
    database: 'edge',
    options: '-c a=b',
  });
  expect(readAddress('postgresql:///ew?host=/run/postgresql')).toMatchObject({ host: '/run/postgresql' });
});

test('TLS is used as the address says, with the content of its files', () => {
  const sslOf = (parameters: string) => readAddress(`postgres://db.test/ew${parameters}`).ssl;
  expect(sslOf('')).toBeUndefined();
  expect(sslOf('?sslmode=disable')).toBe(false);
  for (const each of ['ssl=true', 'ssl=require', 'ssl=verify-full']) expect(sslOf(`?${each}`)).toBe(true);
  for (const each of ['ssl', 'sslmode'])
    expect(sslOf(`?${each}=no-verify`)).toEqual({ rejectUnauthorized: false });
  const folder = mkdtempSync(join(tmpdir(), 'address-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'authority.pem');
  const verified = `?sslmode=verify-full&sslrootcert=${file}`;
  expect(() => sslOf(verified)).toThrow('ENOENT');
  writeFileSync(file, 'authority');
  expect(sslOf(verified)).toEqual({ ca: 'authority' });
});
