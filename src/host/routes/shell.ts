/** Builds the HTML document of every page address: the built index.html with data embedded. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { AppConfig, Theme } from '#contract/host.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import type { DeliveredResponse, DrawnScreen, KnownLimits } from '#domain/first-screen/first-screen.ts';
import { documentHeaders } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';

export interface Shell {
  /** Text of the document up to the place of the embedded data. */
  readonly before: string;
  readonly after: string;
  /** Digests of the document's `<style>` elements, for its Content-Security-Policy. */
  readonly digests: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface ShellParts {
  readonly config: AppConfig;
  readonly delivered: readonly DeliveredResponse[];
  readonly tallies: readonly DeliveredTally[];
  /** Known limits of the lists that the page requests. */
  readonly limits: KnownLimits;
  /** Server-rendered first screen. */
  readonly drawn: DrawnScreen;
  /** Theme that the reader chose; `null` means the system's theme. */
  readonly theme: Theme | null;
  /** Address of the feed with the state changes of the page; `null` if there is none. */
  readonly feed: string | null;
  /**
   * The host's time when it collected `delivered`. Only in documents that a shared cache may store: the app compares
   * it with that of a newer response.
   */
  readonly servedAt?: string;
}

const rootElement = '<html lang="en"';
const headEnd = '</head>';
const rootPlace = '<div id="root"></div>';

/** Maximum compressed bytes of an inlined style sheet. Inlining saves a round trip before the first paint. */
const inlineStyleLimit = 14 * 1024;

const styleLink = /<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+\.css)"[^>]*>/;

/** Prepares the built index.html: inlines its style, makes relative addresses absolute below `basePath`. */
export function prepareShell(html: string, basePath: string, files: StaticFiles): Shell {
  const digests: string[] = [];
  const styled = html.replace(styleLink, (link, path: string) => {
    const style = inlineStyle(path, basePath, files);
    if (style === null) return link;
    digests.push(digestOf(style));
    // The link stays: the bundler's loader looks for it before it loads the file. No browser fetches this type; a `disabled`
    // link is fetched by the preload scanner.
    return `<style>${style}</style>${link.replace(/>$/, ' type="text/plain">')}`;
  });
  const absolute = styled.replace(/ (src|href)="\.\/([^"]+)"/g, (_match, attribute: string, path: string) => {
    // Files without a hash in their name get it as a query, so that browsers may cache them.
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
  // Addresses in the file are relative to it. In the document they would be relative to the page.
  return style.replace(/url\((["']?)\.\//g, (_match, quote: string) => `url(${quote}${basePath}/assets/`);
}

/** Returns JSON that cannot end the script element around it. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonInScript(value)}</script>`;
}

/** Returns the bytes that an embedded response takes in the document. */
export function bytesInDocument(answer: DeliveredResponse): number {
  return Buffer.byteLength(jsonInScript(answer));
}

function styleOf({ styles }: DrawnScreen): string {
  return styles === '' ? '' : `<style>${styles}</style>`;
}

function digestOf(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

export function headersOf({ headers, digests }: Shell, { styles }: DrawnScreen): Shell['headers'] {
  if (styles === '') return headers;
  return { ...headers, ...documentHeaders([...digests, digestOf(styles)]) };
}

export function renderShell(shell: Shell, parts: ShellParts): string {
  const { config, delivered, tallies, limits, drawn, theme, feed, servedAt } = parts;
  const themed = theme === null ? rootElement : `${rootElement} data-theme="${theme}"`;
  const feedLink =
    feed === null
      ? ''
      : `<link rel="alternate" type="application/atom+xml" title="State changes" href="${feed}">`;
  const before = shell.before
    .replace(rootElement, themed)
    .replace(headEnd, () => feedLink + headEnd)
    .replace(rootPlace, () => `${styleOf(drawn)}<div id="root">${drawn.markup}</div>`);
  const blocks = [
    dataBlock('config', config),
    servedAt === undefined ? '' : dataBlock('served', servedAt),
    delivered.length === 0 ? '' : dataBlock('delivered', delivered),
    tallies.length === 0 ? '' : dataBlock('tallies', tallies),
    Object.keys(limits).length === 0 ? '' : dataBlock('limits', limits),
  ];
  return before + blocks.join('') + shell.after;
}
