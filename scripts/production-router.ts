import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** React Router gives everyone its development build, whose checks would stand before the verdict. */
export function productionRouter(): Plugin {
  const replacement = fileURLToPath(
    new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
  );
  return {
    name: 'edgewatch:production-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement }] } }),
  };
}
