import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bundledLicences } from './scripts/third-party-notices.js';
import { virtualModules } from './scripts/virtual-modules.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const compressible = new Set(['.css', '.js', '.json', '.svg']);

/** Built files without an address: the shell, the list itself, and the licences that scripts/build.js collects. */
const notServed = new Set(['index.html', 'files.json', bundledLicences]);

/** A file that the host may serve; `src/host/http/static-files.ts` reads this list and serves nothing else. */
interface ListedFile {
  readonly path: string;
  readonly type: string;
  /** Digest of the content, for `ETag` and for addresses that name a version. */
  readonly digest: string;
  readonly encodings: readonly string[];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

async function listFile(folder: string, path: string): Promise<ListedFile> {
  const extension = extname(path);
  const type = mediaTypes[extension];
  if (type === undefined) throw new Error(`vite.config.ts has no media type for ${path}.`);
  const content = readFileSync(join(folder, path));
  const encodings: string[] = [];
  if (compressible.has(extension)) {
    const parameters = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
    const [small, zipped] = await Promise.all([
      brotli(content, { params: parameters }),
      zip(content, { level: 9 }),
    ]);
    encodings.push('br', 'gzip');
    writeFileSync(join(folder, `${path}.br`), small);
    writeFileSync(join(folder, `${path}.gz`), zipped);
  }
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { path, type, digest, encodings };
}

/** The oldest versions that the app supports; public/too-old.js and index.html say the same (docs/use/browsers.md). */
const supportedBrowsers = ['chrome116', 'edge116', 'firefox125', 'safari17.4'];

/** Libraries that every page needs. They change less often than the app, so a browser caches them longer. */
const vendor = /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//;

/**
 * One chunk takes each module that at least this many lazy parts share. Without it, each set of importers gets a chunk of
 * its own: 54 requests for the nodes page. A smaller number adds code that a page does not run, a larger number requests.
 */
const leastShared = 9;

/** Compresses what was built and lists it in `files.json`. The shell, index.html, is no file to serve. */
function listBuiltFiles(): Plugin {
  let folder = '';
  return {
    name: 'edgewatch:list-built-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const paths = filesBelow(folder).filter((path) => !notServed.has(path));
      const files = await Promise.all(paths.map((path) => listFile(folder, path)));
      writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
    },
  };
}

export default defineConfig({
  // Relative addresses work below any path prefix; the host makes those of the shell absolute.
  base: './',
  plugins: [react(), tailwindcss(), virtualModules(), listBuiltFiles()],
  build: {
    outDir: 'dist/app',
    target: supportedBrowsers,
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the content policy lets data: addresses be pictures only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Nobody who starts it can act on how long a plugin took.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // The first script stays small: the browser paints the server-rendered page before it loads the app.
            { name: 'start', tags: ['$initial'] },
            { name: 'vendor', test: vendor },
            { name: 'shared', test: /\/src\//, minShareCount: leastShared },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:4600',
      '/deployments': 'http://127.0.0.1:4600',
      '/config.json': 'http://127.0.0.1:4600',
    },
  },
});
