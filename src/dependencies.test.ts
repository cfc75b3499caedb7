/**
 * H25: checks the installed packages as far as the repository shows them. docs/develop/dependencies.md states
 * the rest.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isPlainObject } from '#contract/json/parse.ts';

function membersOf(value: unknown): [string, Record<string, unknown>][] {
  if (!isPlainObject(value)) throw new TypeError('an object is expected');
  return Object.entries(value).map(([name, member]) => [name, isPlainObject(member) ? member : { member }]);
}

function read(file: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  if (!isPlainObject(value)) throw new TypeError(`${file} holds no object`);
  return value;
}

const wanted = read('package.json');
const installed = membersOf(read('package-lock.json')['packages']).filter(([path]) => path !== '');

/** Numbers of a version, for comparison, without the suffix of a pre-release. */
function numbersOf(version: unknown): number[] {
  return String(version).split('-', 1).join().split('.').map(Number);
}

function isAtLeast(version: unknown, least: string): boolean {
  const [have, need] = [numbersOf(version), numbersOf(least)];
  const index = need.findIndex((number, at) => have[at] !== number);
  return index === -1 || (have[index] ?? 0) > (need[index] ?? 0);
}

describe('H25 dependencies', () => {
  test('have one exact version each, and the lock file pins their content', () => {
    const named = [...membersOf(wanted['dependencies']), ...membersOf(wanted['devDependencies'])];
    expect(named.length).toBeGreaterThan(30);
    for (const [name, { member }] of named) {
      expect(String(member), name).toMatch(/^\d+\.\d+\.\d+$/);
      const locked = installed.find(([path]) => path === `node_modules/${name}`)?.[1];
      expect(locked?.['version'], name).toBe(member);
    }
    expect(installed.length).toBeGreaterThan(100);
    for (const [path, { integrity, inBundle }] of installed)
      expect(inBundle === true || String(integrity).startsWith('sha512-'), path).toBe(true);
  });

  test('run no install script', () => {
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  // docs/develop/dependencies.md lists the lowest version of each package without a known vulnerability that
  // affects our use.
  test('are newer than the advisories in the docs', () => {
    const page = readFileSync(new URL('../docs/develop/dependencies.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([^`]+)` \| (\d+\.\d+\.\d+) \|/gm)];
    expect(rows.map(([, name]) => name)).toEqual(['hono', '@hono/node-server', 'undici', 'react-router']);
    for (const [, name, least = ''] of rows) {
      const versions = installed.filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect(versions.length, name).toBeGreaterThan(0);
      for (const [path, { version }] of versions) expect(isAtLeast(version, least), path).toBe(true);
    }
  });
});
