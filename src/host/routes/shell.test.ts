import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeConfig } from '#contract/decode/config.ts';
import { nothingDrawn } from '#domain/first-screen/first-screen.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { prepareShell, renderShell } from './shell.ts';

const link = '<link rel="stylesheet" crossorigin href="./assets/main.css">';
const page = (head: string) => `<html><head>${head}</head><body><div id="root"></div></body></html>`;

function filesWith(style: string): StaticFiles {
  const content = new TextEncoder().encode(style);
  return new Map([['assets/main.css', { type: 'text/css', digest: 'd', content, encoded: new Map() }]]);
}

function render(style: string, basePath = '') {
  const shell = prepareShell(page(link), basePath, filesWith(style));
  return {
    html: renderShell(shell, {
      config: decodeConfig({ deployments: [{ slug: 'a', baseUrl: 'deployments/a' }] }),
      delivered: [],
      tallies: [],
      limits: {},
      drawn: nothingDrawn,
      theme: null,
      feed: null,
    }),
    policy: shell.headers['content-security-policy'],
  };
}

describe('the styles of the document', () => {
  it('are inlined, allowed by their digest', () => {
    const { html, policy } = render('a{color:red}');
    expect(html).toContain('<style>a{color:red}</style>');
    // The link is kept for the app. Its type keeps the browser from loading it.
    expect(html).toMatch(/<link rel="stylesheet"[^>]* href="\/assets\/main.css" type="text\/plain">/);
    const hash = createHash('sha256').update('a{color:red}').digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  it('find their fonts from any page below any base path', () => {
    const { html } = render('a{src:url(./x.woff2)}b{src:url("./y.woff2")}', '/ops');
    expect(html).toContain('a{src:url(/ops/assets/x.woff2)}b{src:url("/ops/assets/y.woff2")}');
  });

  it.each([
    ['are too many', `a{color:red}/*${randomBytes(20_000).toString('base64')}*/`],
    ['could end their element', 'a{content:"</style>"}'],
  ])('stay a file if they %s', (_name, style) => {
    const { html, policy } = render(style, '/ops');
    expect(html).toContain('href="/ops/assets/main.css"');
    expect(policy).toContain("style-src 'self';");
  });

  it('are inlined unchanged, with dollar signs', () => {
    expect(render("a{content:'$&$1'}").html).toContain("<style>a{content:'$&$1'}</style>");
  });
});
