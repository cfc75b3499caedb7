/** Checks what the repository says about its own package. `npm run package-test` installs the package. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPlainObject } from '#contract/json/parse.ts';

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}

function objectIn(file: string): Record<string, unknown> {
  const value: unknown = JSON.parse(read(file));
  if (!isPlainObject(value)) throw new TypeError(`${file} holds no object`);
  return value;
}

const { version, scripts, private: isPrivate } = objectIn('package.json');

test.each([
  ['package-lock.json', /"version": "([^"]+)"/],
  ['CHANGELOG.md', /^## (\S+)/m],
  ['compose.yaml', /image: edgewatch:(\S+)/],
  ['deploy/compose/three-hosts.yaml', /image: edgewatch:(\S+)/],
  ['deploy/kubernetes/edgewatch.yaml', /image: edgewatch:(\S+)/],
  ['deploy/kubernetes/kustomize/kustomization.yaml', /newTag: (\S+)/],
  ['docs/operate/install.md', /npx --yes \.\/edgewatch-(\S+)\.tgz/],
])('%s names the version of the package', (file, expression) => {
  expect(expression.exec(read(file))?.[1]).toBe(version);
});

test('the image has one exact version of Node.js', () => {
  const bases = read('Dockerfile').match(/^FROM \S+/gm);
  expect(bases).toEqual([
    expect.stringMatching(/^FROM node:24\.\d+\.\d+-trixie-slim$/),
    // Both stages have the libraries of Debian 13. This image has no Node.js of its own.
    'FROM gcr.io/distroless/cc-debian13:nonroot',
  ]);
});

test('the package can be published, and its installation runs nothing', () => {
  expect(isPrivate).toBeUndefined();
  const names = isPlainObject(scripts) ? Object.keys(scripts) : [];
  expect(names).toContain('prepack');
  expect(names.filter((name) => /^(?:preinstall|install|postinstall|prepare)$/.test(name))).toEqual([]);
});
