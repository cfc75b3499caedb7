/** Serves the app's built files. A path that is not in the build's list does not exist. */

import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { remembered } from '../net/remembered.ts';
import { matchesTag } from './etag.ts';
import { notFound } from './problem.ts';
import { appHeaders } from './security-headers.ts';

export type Encoding = 'br' | 'gzip';

export interface StaticFile {
  readonly type: string;
  readonly digest: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** Functions that return the compressed content, best encoding first. */
  readonly encoded: ReadonlyMap<Encoding, () => Uint8Array<ArrayBuffer>>;
}

/** Files by path relative to the app's base, such as `assets/main-1a2b.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

interface ListedFile {
  readonly path: string;
  readonly type: string;
  readonly digest: string;
  /** Compressed copies of the file; empty if it has none. */
  readonly encodings: readonly Encoding[];
}

/**
 * Makes the content of a file and its gzip copy from its Brotli copy. An installed package has only that copy.
 * Few viewers need gzip, so it is made at the first request.
 */
function fromBrotli(brotli: Uint8Array<ArrayBuffer>): Pick<StaticFile, 'content' | 'encoded'> {
  const content = new Uint8Array(brotliDecompressSync(brotli));
  let zipped: Uint8Array<ArrayBuffer> | null = null;
  const gzip = () => {
    zipped ??= new Uint8Array(gzipSync(content, { level: 9 }));
    return zipped;
  };
  return {
    content,
    encoded: new Map<Encoding, () => Uint8Array<ArrayBuffer>>([
      ['br', () => brotli],
      ['gzip', gzip],
    ]),
  };
}

/** Reads all files into memory, so that files of a later build never mix with these. */
export function readStaticFiles(folder: URL): StaticFiles {
  // Written by vite.config.ts in the same build.
  const listed = JSON.parse(readFileSync(new URL('files.json', folder), 'utf8')) as readonly ListedFile[];
  const read = (path: string) => new Uint8Array(readFileSync(new URL(path, folder)));
  return new Map(
    listed.map(({ path, type, digest, encodings }) => {
      const contents: Pick<StaticFile, 'content' | 'encoded'> =
        encodings.length === 0 ? { content: read(path), encoded: new Map() } : fromBrotli(read(`${path}.br`));
      return [path, { type, digest, ...contents }];
    }),
  );
}

/** Reads the names in an `Accept-Encoding` header that have a weight above 0. Browsers send few different ones. */
const acceptedIn = remembered(100, (header): ReadonlySet<string> => {
  const accepted = new Set<string>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
});

/** Returns whether `Accept-Encoding` names the encoding with a weight above 0. */
export function acceptsEncoding(header: string | null, encoding: Encoding): boolean {
  return header !== null && acceptedIn(header).has(encoding);
}

/**
 * Responds with a file, or with 404.
 * @param search - query string of the URL: `?v=` names the version of a file.
 */
export function serveFile(files: StaticFiles, path: string, search: string, headers: Headers): Response {
  const file = files.get(path);
  if (!file) return notFound();
  const isVersioned = path.startsWith('assets/') || search === `?v=${file.digest}`;
  const accepted = headers.get('accept-encoding');
  const [encoding, contentOf] = [...file.encoded].find(([each]) => acceptsEncoding(accepted, each)) ?? [
    null,
    () => file.content,
  ];
  // Each encoding needs a tag of its own (RFC 9110 section 8.8.3.3).
  const etag = encoding === null ? `"${file.digest}"` : `"${file.digest}-${encoding}"`;
  const responseHeaders: Record<string, string> = {
    ...appHeaders,
    'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    ...(file.encoded.size > 0 && { vary: 'accept-encoding' }),
  };
  if (matchesTag(headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: responseHeaders });
  return new Response(contentOf(), {
    headers: {
      ...responseHeaders,
      'content-type': file.type,
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
  });
}
