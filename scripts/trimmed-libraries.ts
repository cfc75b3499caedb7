import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Rewrite {
  readonly from: RegExp;
  readonly to: string;
}

const folderOf = (path: string) => fileURLToPath(new URL(`../node_modules/${path}/`, import.meta.url));
const routerFolder = folderOf('react-router/dist/production');

/**
 * Names for debuggers and unmarked calls keep forms and scroll restoration, which nothing here uses; what asks for the
 * router of data, or prefetches for it, is answered as it is without one.
 */
const ofRouter: readonly Rewrite[] = [
  { from: /^\w+\.displayName = .*;$/gm, to: '' },
  { from: /= (?=React\d*\.(?:forwardRef|memo)\()/g, to: '= /* @__PURE__ */ ' },
  { from: /return shouldPrefetch && !isAbsolute \? .* : link;/g, to: 'return link;' },
  {
    from: /let \[shouldPrefetch, (prefetchRef), (prefetchHandlers)\] = usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/g,
    to: 'const $1 = null, $2 = null;',
  },
  { from: /(?<= = class extends )React\d*\.Component\b/g, to: 'Component' },
  { from: /^RenderErrorBoundary\.contextType = .*;$/gm, to: '' },
  { from: /let dataRouterState = dataRouterOpts\?\.state;/g, to: 'const dataRouterState = null;' },
  { from: /return isDataRoute \? useNavigateStable\(\) : (?=useNavigateUnstable\(\);)/g, to: 'return ' },
];

/**
 * Methods, of whichever class has them, that nothing here calls, nor what it calls. Those that hear of focus and network go
 * with `mount`, which alone subscribes to them.
 */
const uncalled = [
  'cancelQueries',
  'defaultMutationOptions',
  'ensureInfiniteQueryData',
  'ensureQueryData',
  'fetchInfiniteQuery',
  'fetchOptimistic',
  'getDefaultOptions',
  'getMutationCache',
  'getMutationDefaults',
  'getQueriesData',
  'getQueryState',
  'infiniteQuery',
  'invalidate',
  'invalidateQueries',
  'isMutating',
  'onFocus',
  'onOnline',
  'prefetchInfiniteQuery',
  'resumePausedMutations',
  'setDefaultOptions',
  'setMutationDefaults',
  'setQueriesData',
  'setQueryDefaults',
  'setTimeoutProvider',
  'shouldFetchOnReconnect',
  'shouldFetchOnWindowFocus',
] as const;

/** There are no mutations here, no list that grows by pages, and nothing that suspends for a query. */
const ofQueries: readonly Rewrite[] = [
  {
    from: /config\.mutationCache \|\| new MutationCache\(\)/g,
    to: '{ clear() {} }',
  },
  { from: /this\.#queryType === "infinite" \? infiniteQueryBehavior\(.*?\) : /g, to: '' },
  // Nothing is asked because a window came forward or a network came back: the answers decide (queries/client.ts).
  { from: /^\t(mount|unmount)\(\) \{$[^]*?^\t\}$/gm, to: '\t$1() {}' },
  ...uncalled.map((name) => ({ from: new RegExp(`^\\t${name}\\(.*\\) \\{$[^]*?^\\t\\}$`, 'gm'), to: '' })),
];

const trimmed = [
  { folder: routerFolder, rewrites: ofRouter, head: `import { Component } from 'react';\n` },
  { folder: folderOf('@tanstack/query-core/build/modern'), rewrites: ofQueries, head: '' },
] as const;

/**
 * Takes out of libraries what is unused and would ship nevertheless, before the verdict. React Router gives everyone its
 * development build, whose checks would as well.
 */
export function trimmedLibraries(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'edgewatch:trimmed-libraries',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: `${routerFolder}index.mjs` }] },
    }),
    transform(code, id) {
      const library = trimmed.find(({ folder }) => id.startsWith(folder));
      if (!library) return undefined;
      let text = code;
      for (const { from, to } of library.rewrites) {
        const before = text;
        text = before.replaceAll(from, to);
        if (text !== before) found.add(from);
      }
      return library.head + text;
    },
    buildEnd(error) {
      const missing = trimmed.flatMap(({ rewrites }) => rewrites).filter(({ from }) => !found.has(from));
      if (error || missing.length === 0) return;
      this.error(
        `Nothing matches ${missing.map(({ from }) => String(from)).join(' and ')}: a library is written otherwise than ` +
          `scripts/trimmed-libraries.ts takes it to be, and unused parts of it would ship.`,
      );
    },
  };
}
