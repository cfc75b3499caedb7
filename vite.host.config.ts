import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { virtualModules } from './scripts/virtual-modules.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

// The manifest is ours.
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** The host: a Node program. The packages that it is installed with stay outside, where their native parts are. */
export default defineConfig({
  publicDir: false,
  plugins: [virtualModules()],
  define: {
    edgewatchVersion: JSON.stringify(version),
    'process.env.NODE_ENV': '"production"',
  },
  // Charts load when they become visible, so the server never renders one and never imports their library.
  ssr: { noExternal: true, external: [...Object.keys(dependencies), 'recharts'] },
  build: {
    ssr: true,
    outDir: 'dist/host',
    target: 'node20',
    minify: true,
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
