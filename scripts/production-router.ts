import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));

/**
 * React Router gives everyone its development build, whose checks would stand before the verdict. In its production build
 * names for debuggers and unmarked calls of `forwardRef` keep forms and scroll restoration, which nothing here uses.
 */
export function productionRouter(): Plugin {
  return {
    name: 'edgewatch:production-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: `${folder}index.mjs` }] } }),
    transform(code, id) {
      if (!id.startsWith(folder)) return undefined;
      return code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (?=React\d*\.forwardRef\()/g, '= /* @__PURE__ */ ');
    },
  };
}
