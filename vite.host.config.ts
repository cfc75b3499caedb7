import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

// The manifest is ours; its version is a string.
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** The host: a Node program; its packages stay outside, where their native parts are. */
export default defineConfig({
  publicDir: false,
  define: {
    edgewatchVersion: JSON.stringify(version),
  },
  build: {
    ssr: true,
    outDir: 'dist/host',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: 'src/host/cli/edgewatch.ts',
      output: {
        banner: (chunk) => (chunk.name === 'edgewatch' ? '#!/usr/bin/env node' : ''),
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
