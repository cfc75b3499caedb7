/**
 * Fault modes: bodies that are too large, before or after decompression
 * (docs/understand/untrusted-responses.md, “Size”).
 */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { broken, head, lists, odd, whileOpen } from './mode.ts';

const mebibyte = 1024 * 1024;

/** A body of blanks. Blanks are a valid start of JSON and compress well. */
function blanks(bytes: number): Buffer {
  return Buffer.alloc(bytes, ' ');
}

/** Computes a body once, because compressing it takes longer than a test waits. */
function cached(make: (bytes: number) => Buffer): (bytes: number) => Buffer {
  const made = new Map<number, Buffer>();
  return (bytes) => {
    const buffer = made.get(bytes) ?? make(bytes);
    made.set(bytes, buffer);
    return buffer;
  };
}

const gzipBomb = cached((bytes) => gzipSync(blanks(bytes)));
const brotliBomb = cached((bytes) =>
  brotliCompressSync(blanks(bytes), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

function encoded(encoding: string, make: (text: string) => string | Uint8Array) {
  return { headers: { 'Content-Encoding': encoding }, body: make };
}

function long(bytes: number): string {
  return 'long '.repeat(Math.floor(bytes / 5));
}

export const sizeModes = [
  broken('too-large', 'A56', 'sends three times what is taken', ({ bodyLimit }) => ({
    body: () => blanks(3 * bodyLimit),
  })),
  broken('endless', 'A56', 'never stops sending', {
    wire: (socket) => {
      socket.write(head('Connection: close'));
      whileOpen(socket, 1, () => {
        if (socket.writableLength < mebibyte) socket.write(blanks(mebibyte));
      });
    },
  }),
  broken('ten-gigabytes', 'A56', 'declares 10 GB', {
    wire: (socket) => void socket.write(`${head(`Content-Length: ${10 * 1024 ** 3}`)}{"object":`),
  }),
  broken('gzip-bomb', 'A57', 'sends blanks that gzip has made small', ({ bodyLimit }) =>
    encoded('gzip', () => gzipBomb(4 * bodyLimit)),
  ),
  broken('brotli-bomb', 'A57', 'sends blanks that brotli has made small', ({ bodyLimit }) =>
    encoded('br', () => brotliBomb(4 * bodyLimit)),
  ),
  broken(
    'encoding-stacked',
    'A57',
    'compresses twice',
    encoded('gzip, gzip', (text) => gzipSync(gzipSync(text))),
  ),
  broken(
    'encoding-unknown',
    'A57',
    'names an encoding that nobody knows',
    encoded('x-zip', (text) => text),
  ),
  broken(
    'encoding-false',
    'A57',
    'calls plain text gzip',
    encoded('gzip', (text) => text),
  ),
  odd(
    'gzip',
    'A57',
    'compresses honestly',
    encoded('gzip', (text) => gzipSync(text)),
  ),
  odd('long-text', 'A58', 'sends one text as large as a whole answer may be', ({ bodyLimit }) => ({
    edit: (body) => ({ ...body, region: long(bodyLimit * 0.8), extra: null }),
    body: (text) => text.replace(/"name":"[^"]*"/, `"name":"${long(bodyLimit * 0.1)}"`),
  })),
  odd('many-members', 'A58', 'sends 200,000 members', () => {
    // Built once, because building it for each response would delay the healthy endpoints.
    const members = Array.from({ length: 200_000 }, (_, index) => `"m${index}":${index}`).join();
    return { body: (text) => text.replace('{', `{"extra":{${members}},`) };
  }),
  broken('deep', 'A59', 'nests 200,000 levels', {
    body: (text) => text.replace('{', `{"extra":${'['.repeat(200_000)}${']'.repeat(200_000)},`),
  }),
  broken('deep-objects', 'A59', 'nests 20,000 objects', {
    body: (text) => text.replace('{', `{"extra":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},`),
  }),
  odd(
    'many-rows',
    'A60',
    'lists 50,000 rows, or as many as are taken',
    ({ bodyLimit }) => ({
      edit: (body) => {
        const rows: unknown[] = Array.isArray(body['data']) ? body['data'] : [];
        const [first] = rows;
        const count = Math.min(50_000, Math.floor((0.9 * bodyLimit) / JSON.stringify(first ?? null).length));
        const data = Array.from({ length: count }, (_, index) => ({
          ...Object(rows[index % rows.length]),
          id: `row_${index.toString(36).padStart(14, '0')}`,
        }));
        return { ...body, data, pagination: { limit: count, count, has_more: false } };
      },
    }),
    { on: lists.filter((name) => name !== 'regions') },
  ),
];
