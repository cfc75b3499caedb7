import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservedSlugs, slugPattern } from '#contract/names/slugs.ts';
import { checkSlug, nameOfBaseUrl, parseBaseUrl, slugOfBaseUrl, uniqueSlug } from './base-url.ts';

describe('a base URL', () => {
  it.each([
    ['http://status.example.com', 'http://status.example.com'],
    ['http://status.example.com/', 'http://status.example.com'],
    ['HTTPS://Status.Example.com:8443/eu//', 'https://status.example.com:8443/eu'],
    ['http://127.0.0.1:8080/a/b', 'http://127.0.0.1:8080/a/b'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is used as %s', (text, expected) => {
    expect(parseBaseUrl(text)).toBe(expected);
  });

  it.each([
    ['status.example.com', 'is not an http or https URL'],
    ['ftp://example.com', 'is not an http or https URL'],
    ['file:///etc/passwd', 'is not an http or https URL'],
    ['unix:/run/x.sock', 'is not an http or https URL'],
    ['http://', 'is not an http or https URL'],
    ['http://a b/', 'is not an http or https URL'],
    ['http://example.com/?', 'must not have a query'],
    ['http://example.com/?a=1', 'must not have a query'],
    ['http://example.com/#', 'must not have a fragment'],
    ['http://me:secret@example.com/', 'must not contain a user name or a password'],
    ['http://169.254.169.254/latest', 'link-local or metadata'],
    ['http://0xa9fea9fe/', 'link-local or metadata'],
    ['http://metadata.google.internal./', 'link-local or metadata'],
    ['http://[64:ff9b::a9fe:a9fe]/', '"allowAddresses"'],
    ['http://[fe80::1]/', 'link-local or metadata'],
    ['http://[::ffff:169.254.169.254]/', 'link-local or metadata'],
  ])('%s is refused: it %s', (text, problem) => {
    expect(() => parseBaseUrl(text)).toThrow(problem);
  });

  it.each([
    'http://me:canary@example.com/',
    'http://me:can?canary@example.com/',
    'http://canary@bad host/',
    'ftp://canary:canary@a.test',
    'http://example.com/?token=canary',
    'http://example.com/#canary',
    'http://169.254.169.254/?canary',
    'canary@example.com?canary',
  ])('that may hold a secret is not repeated in the error message: %s', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(/^(?!.*canary)/);
  });
});

describe('a slug', () => {
  it.each([
    ['http://status.example.com', 'status-example-com', 'status.example.com'],
    ['http://127.0.0.1:8080/eu/west', '127-0-0-1-8080-eu-west', '127.0.0.1:8080/eu/west'],
    ['http://[::1]', '1', '[::1]'],
  ])('of %s is %s, with the name %s', (url, slug, name) => {
    expect(slugOfBaseUrl(url)).toBe(slug);
    expect(nameOfBaseUrl(url)).toBe(name);
  });

  it.each([
    ['eu', new Set<string>(), 'eu'],
    ['eu', new Set(['eu']), 'eu-2'],
    ['eu', new Set(['eu', 'eu-2']), 'eu-3'],
    ['assets', new Set<string>(), 'assets-2'],
    ['a'.repeat(40), new Set(['a'.repeat(40)]), `${'a'.repeat(38)}-2`],
  ])('%s beside %o becomes %s', (slug, taken, expected) => {
    expect(uniqueSlug(slug, taken)).toBe(expected);
  });

  it('made from any URL is valid, free and not reserved', () => {
    const known = new Set(['example-com', '1']);
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), (url) => {
        const slug = uniqueSlug(slugOfBaseUrl(url), known);
        expect(slug).toMatch(slugPattern);
        expect(known.has(slug) || reservedSlugs.has(slug)).toBe(false);
      }),
    );
  });

  it.each(['EU', '', '-a', 'a b', 'a'.repeat(41), 'wall', 'config'])('%j is not allowed', (slug) => {
    expect(() => checkSlug(slug)).toThrow(JSON.stringify(slug));
  });
});
