import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { trimmedLibraries } from './scripts/trimmed-libraries.ts';
import { virtualModules } from './scripts/virtual-modules.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

// The manifest is ours.
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/**
 * What loads parts of a first screen after the frame of the app: pages, what the status page shows beside its verdict, the
 * foot of tables, and maps with the places that most regions are at.
 */
const drawnParts =
  /\/src\/app\/(?:pages\.ts|pages\/deployment\/status\/after-verdict\.ts|table\/DataTable\.tsx|map\/(?:parts|use-gazetteer)\.ts)$/;

/** The host draws first screens alone: what the app loads after them stays away, and its place is drawn. */
function withoutLaterParts(): Plugin {
  return {
    name: 'edgewatch:without-later-parts',
    enforce: 'pre',
    resolveDynamicImport: (_specifier, importer) =>
      importer?.includes('/src/app/') && !drawnParts.test(importer) ? '\0later' : null,
    load: (id) => (id === '\0later' ? 'export default null;' : null),
  };
}

/** The host: a Node program. The packages that it is installed with stay outside, where their native parts are. */
export default defineConfig({
  publicDir: false,
  plugins: [trimmedLibraries(), virtualModules(), withoutLaterParts()],
  define: {
    edgewatchVersion: JSON.stringify(version),
    'process.env.NODE_ENV': '"production"',
  },
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    outDir: 'dist/host',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      // Nobody who starts it can act on how long a plugin took.
      checks: { pluginTimings: false },
      onwarn: (warning, warn) => {
        // "use client" means nothing where nothing is drawn but for clients.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      input: [
        'src/host/cli/edgewatch.ts',
        'src/host/drawing/drawing-thread.ts',
        'src/host/history/history-thread.ts',
        'src/host/observe/observer-thread.ts',
      ],
      output: {
        banner: (chunk) => (chunk.name === 'edgewatch' ? '#!/usr/bin/env node' : ''),
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
