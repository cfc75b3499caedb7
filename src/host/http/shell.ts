/** The document that every page address answers: the built index.html with its data in it. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { AppConfig, Theme } from '#contract/host.ts';
import type { DeliveredAnswer, DrawnScreen } from '#domain/answer/first-screen.ts';
import type { DeliveredTally } from '#domain/verdict/delivered-tally.ts';
import { documentHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

export interface Shell {
  /** Up to where data goes. */
  readonly before: string;
  readonly after: string;
  /** Of its own style sheets. */
  readonly digests: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface ShellParts {
  readonly config: AppConfig;
  readonly delivered: readonly DeliveredAnswer[];
  readonly tallies: readonly DeliveredTally[];
  /** What stands on the screen until the app takes over. */
  readonly drawn: DrawnScreen;
  /** What the reader chose; `null` leaves it to the system. */
  readonly theme: Theme | null;
}

const rootElement = '<html lang="en"';
const drawnPlace = '<div id="drawn"></div>';

/** Styles up to this size, compressed, travel in the document: one round trip less before the first paint. */
const inlineStyleLimit = 14 * 1024;

const styleLink = /<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+\.css)"[^>]*>/;

/** Prepares the built index.html: its relative addresses become absolute below `basePath`. */
export function prepareShell(html: string, basePath: string, files: StaticFiles): Shell {
  const digests: string[] = [];
  const styled = html.replace(styleLink, (link, path: string) => {
    const style = inlineStyle(path, basePath, files);
    if (style === null) return link;
    digests.push(digestOf(style));
    // Whoever asks for a page's style sheets by this address finds that it is there. Of this type nobody fetches it; a
    // disabled one is, where the parser looks ahead.
    return `<style>${style}</style>${link.replace(/>$/, ' type="text/plain">')}`;
  });
  const absolute = styled.replace(/ (src|href)="\.\/([^"]+)"/g, (_match, attribute: string, path: string) => {
    // Files without a hash in their name carry it behind it, so that a browser may keep them as well.
    const digest = path.startsWith('assets/') ? undefined : files.get(path)?.digest;
    return ` ${attribute}="${basePath}/${path}${digest === undefined ? '' : `?v=${digest}`}"`;
  });
  const end = absolute.lastIndexOf('</body>');
  if (end === -1) throw new Error('The built index.html has no </body>.');
  return {
    before: absolute.slice(0, end),
    after: absolute.slice(end),
    digests,
    headers: {
      ...documentHeaders(digests),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  };
}

export function readShell(folder: URL, basePath: string, files: StaticFiles): Shell {
  return prepareShell(readFileSync(new URL('index.html', folder), 'utf8'), basePath, files);
}

function inlineStyle(path: string, basePath: string, files: StaticFiles): string | null {
  const file = files.get(path);
  if (!file || gzipSync(file.content).byteLength > inlineStyleLimit) return null;
  const style = new TextDecoder().decode(file.content);
  if (style.includes('</')) return null;
  // In the file, addresses are relative to it; in the document they would be relative to the page.
  return style.replace(/url\((["']?)\.\//g, (_match, quote: string) => `url(${quote}${basePath}/assets/`);
}

/** JSON that cannot end the script element it stands in. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonInScript(value)}</script>`;
}

/** Bytes that an answer takes in a document. */
export function bytesInDocument(answer: DeliveredAnswer): number {
  return Buffer.byteLength(jsonInScript(answer));
}

function styleOf({ styles }: DrawnScreen): string {
  return styles === '' ? '' : `<style>${styles}</style>`;
}

function digestOf(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

/** The headers of a document with what was drawn. */
export function headersOf({ headers, digests }: Shell, { styles }: DrawnScreen): Shell['headers'] {
  if (styles === '') return headers;
  return { ...headers, ...documentHeaders([...digests, digestOf(styles)]) };
}

export function renderShell(shell: Shell, { config, delivered, tallies, drawn, theme }: ShellParts): string {
  const themed = theme === null ? rootElement : `${rootElement} data-theme="${theme}"`;
  const before = shell.before
    .replace(rootElement, themed)
    .replace(drawnPlace, () => `<div id="drawn">${styleOf(drawn)}${drawn.markup}</div>`);
  const answers = delivered.length === 0 ? '' : dataBlock('delivered', delivered);
  const lists = tallies.length === 0 ? '' : dataBlock('tallies', tallies);
  return `${before}${dataBlock('config', config)}${answers}${lists}${shell.after}`;
}
