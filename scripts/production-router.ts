import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));

/** Names for debuggers and unmarked calls of `forwardRef` keep forms and scroll restoration, which nothing here uses. */
const rewrites = [
  { from: /^\w+\.displayName = .*;$/gm, to: '' },
  { from: /= (?=React\d*\.forwardRef\()/g, to: '= /* @__PURE__ */ ' },
  { from: /return shouldPrefetch && !isAbsolute \? .* : link;/g, to: 'return link;' },
  { from: /(?<= = class extends )React\d*\.Component\b/g, to: 'Component' },
  { from: /let dataRouterState = dataRouterOpts\?\.state;/g, to: 'const dataRouterState = null;' },
] as const;

/** React Router gives everyone its development build, whose checks would stand before the verdict. */
export function productionRouter(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'edgewatch:production-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: `${folder}index.mjs` }] } }),
    transform(code, id) {
      if (!id.startsWith(folder)) return undefined;
      let text = code;
      for (const { from, to } of rewrites) {
        const before = text;
        text = before.replaceAll(from, to);
        if (text !== before) found.add(from);
      }
      return `import { Component } from 'react';\n${text}`;
    },
    buildEnd(error) {
      const missing = rewrites.filter(({ from }) => !found.has(from));
      if (error || missing.length === 0) return;
      this.error(
        `Nothing in ${folder} matches ${missing.map(({ from }) => String(from)).join(' and ')}: react-router is ` +
          `written otherwise than scripts/production-router.ts takes it to be, and unused parts of it would ship.`,
      );
    },
  };
}
