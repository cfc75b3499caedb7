import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readStaticFiles, serveFile } from './static-files.ts';

const script = 'console.log("an app")\n'.repeat(50);

/** The app as an installed package has it: scripts only as Brotli copies. */
function installedApp(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'main.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'font.woff2'), 'a font');
  const listed = [
    { path: 'main.js', type: 'text/javascript', digest: 'd1', encodings: ['br', 'gzip'] },
    { path: 'font.woff2', type: 'font/woff2', digest: 'd2', encodings: [] },
  ];
  writeFileSync(join(folder, 'files.json'), JSON.stringify(listed));
  return pathToFileURL(`${folder}/`);
}

test('an installed package serves its scripts plain, as gzip and as Brotli, from the Brotli copy alone', async () => {
  const files = readStaticFiles(installedApp());
  const ask = async (path: string, encoding: string) => {
    const response = serveFile(files, path, '', new Headers({ 'accept-encoding': encoding }));
    return { used: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const brotli = await ask('main.js', 'gzip, br');
  expect(brotli).toEqual({ used: 'br', bytes: brotliCompressSync(script) });
  for (const request of ['first', 'second']) {
    const { used, bytes } = await ask('main.js', 'gzip');
    expect([used, gunzipSync(bytes).toString()], request).toEqual(['gzip', script]);
  }
  expect(await ask('main.js', 'identity')).toEqual({ used: null, bytes: Buffer.from(script) });
  expect(await ask('font.woff2', 'gzip, br')).toEqual({ used: null, bytes: Buffer.from('a font') });
});
