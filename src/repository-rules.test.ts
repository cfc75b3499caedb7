/** Rules of the repository: forbidden code, imports between layers, sizes, and paths named in the docs. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { crowdedFolders, lonelyTests, longFiles } from '#testing/folders.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = join(root, '..');

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
}

const sources = namesBelow(root)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
  .map((path) => ({
    path,
    // Comments are removed, because they may name forbidden code.
    code: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
  }));

function offenders(forbidden: RegExp, allowed: readonly string[] = []): string[] {
  return sources
    .filter(({ path, code }) => forbidden.test(code) && !allowed.includes(path))
    .map(({ path }) => path);
}

test('the rules find sources to check', () => expect(sources.length).toBeGreaterThan(200));

describe('no source', () => {
  test.each<[string, RegExp, readonly string[]]>([
    [
      'makes markup of text',
      /\binnerHTML\b|\bouterHTML\s*=|insertAdjacentHTML|document\.write|srcdoc|dangerouslySetInnerHTML/i,
      [],
    ],
    ['runs text', /\beval\s*\(|new Function\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]/, []],
    // The decoder copies only into an object that it has made itself.
    ['copies all members of an object it was sent', /Object\.assign\s*\(/, ['contract/decode/status.ts']],
    ['reaches for the prototype', /\.__proto__|Object\.setPrototypeOf/, []],
    [
      'takes a time from an answer to a timer, past the clamps of the domain',
      /\bset(?:Timeout|Interval)\s*\([^;]{0,400}?(?:retryAfter|maxAge|max-age|lifetime\.|headers\.get)/,
      [],
    ],
    ['but one subscribes to the query cache', /[cC]ache(?:\(\))?\s*\.subscribe\(/, ['app/observe/feeds.ts']],
    [
      'but one writes or reads a query key',
      /queryKey:\s*\[|QueryData(?:<.*>)?\(\s*\[/,
      ['app/queries/keys.ts'],
    ],
  ])('%s', (_what, forbidden, allowed) => expect(offenders(forbidden, allowed)).toEqual([]));

  test('of the app sends network requests except through the client and for its own configuration', () => {
    const inApp = offenders(/(?<![\w.'])fetch\s*\(|new XMLHttpRequest|new EventSource|sendBeacon/).filter(
      (path) => /^(?:app|client|domain|contract)\//.test(path),
    );
    // Modules that may send requests: the transport of the client, and those that load the host's own
    // documents.
    const may = [
      ...['delivered', 'config', 'new-build', 'prefetched', 'renew-config'].map(
        (name) => `app/delivered/${name}.ts`,
      ),
      'app/queries/host/request-host.ts',
      'app/queries/host/request-webhook.ts',
      'app/queries/history/history.ts',
      'app/queries/history/post-note.ts',
      'app/frame/top-bar/LogOut.tsx',
      'app/delivered/date-document.ts',
      'app/delivered/read-tallies.ts',
    ];
    expect(inApp.filter((path) => !may.includes(path))).toEqual([]);
  });
});

/**
 * A `:has()` selector on an element around the page. With it, each change anywhere restyles the complete
 * page.
 */
const pageWide = /(?:^|[\s,>+~}])(?:html|body|:root|#root|\*)?:has\(/m;

test('no style rule depends on the content of the whole page', () => {
  const sheets = namesBelow(root).filter((path) => path.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(5);
  // Print styles may have such selectors, because a printed page never changes.
  const onScreen = (path: string) => readFileSync(join(root, path), 'utf8').split('@media print')[0] ?? '';
  expect(sheets.filter((path) => pageWide.test(onScreen(path)))).toEqual([]);
  expect(
    ['html:has(.wall) {', '#root:has(+ p) * {', '.wall :has(> i) {'].every((rule) => pageWide.test(rule)),
  ).toBe(true);
  expect(pageWide.test('.panel:has(> i) {')).toBe(false);
});

test('the rules catch what they forbid', () => {
  expect('element.innerHTML = name').toMatch(/\binnerHTML\b/);
  expect('client.getQueryCache().subscribe(look)').toMatch(/[cC]ache(?:\(\))?\s*\.subscribe\(/);
  expect("setTimeout('alert(1)', 5)").toMatch(/\bset(?:Timeout|Interval)\s*\(\s*['"`]/);
});

/** Layer → layers that it may import besides itself (docs/develop/architecture.md). */
const layers: Readonly<
  Record<string, { readonly layers: readonly string[]; readonly packages: RegExp | null }>
> = {
  contract: { layers: [], packages: null },
  domain: { layers: ['contract'], packages: null },
  client: { layers: ['contract', 'domain'], packages: null },
  app: { layers: ['contract', 'domain', 'client'], packages: /^(?!node:)/ },
  service: { layers: ['contract'], packages: /^(?!react)/ },
  host: { layers: ['contract', 'domain', 'client', 'service'], packages: /^(?!react)/ },
};

/**
 * Folders of a layer from the bottom up. A folder may import only folders that come before it
 * (docs/develop/architecture.md).
 */
const folderOrder: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [
    ['text'],
    ['answer', 'numbers'],
    ['severity'],
    ['lists'],
    ['figures', 'sentences', 'failures', 'roster'],
    ['verdict'],
    ['contradictions', 'first-screen'],
    ['memory', 'regions'],
    ['history'],
    ['wall', 'windows'],
  ],
  app: [
    ['ui'],
    ['delivered'],
    ['url'],
    ['queries'],
    ['observe'],
    ['components'],
    ['charts'],
    ['map', 'table'],
    ['frame'],
    ['pages'],
    ['drawing', 'routes'],
    ['draw.tsx'],
    ['start'],
  ],
  host: [
    ['data', 'net', 'threads'],
    ['configuration'],
    ['log'],
    ['http'],
    ['gateway'],
    ['api', 'drawing', 'history'],
    ['metrics'],
    ['observe'],
    ['webhook'],
    ['routes'],
    ['access', 'check'],
    ['cli'],
  ],
};

describe('imports', () => {
  const importsOf = new Map(
    sources.map(({ path, code }) => {
      const named = [...code.matchAll(/\b(?:from|import)\s*(\()?\s*'([^'\s]+)'/g)];
      const found = named.map(([, later, written = '']) => ({
        written,
        isLater: later !== undefined,
        /** Path of the imported module below `src`. `null` for a package. */
        to: /^[.#]/.test(written)
          ? written.startsWith('#')
            ? written.slice(1)
            : posix.join(posix.dirname(path), written)
          : null,
      }));
      return [path, found] as const;
    }),
  );
  const all = [...importsOf].flatMap(([path, found]) => found.map((each) => ({ path, ...each })));
  const describeImports = (wrong: typeof all) => wrong.map(({ path, written }) => `${path}: ${written}`);

  test('go down from layer to layer', () => {
    const wrong = all.filter(({ path, to, written }) => {
      const [from = ''] = path.split('/');
      const layer = layers[from];
      if (!layer) return true;
      if (to === null) return layer.packages?.test(written) !== true && !written.startsWith('virtual:');
      const [goal = ''] = to.split('/');
      if (from === 'host' && to === 'app/draw.tsx') return false;
      return goal !== from && !layer.layers.includes(goal);
    });
    expect(describeImports(wrong)).toEqual([]);
  });

  test.each(Object.entries(folderOrder))('go down from folder to folder of %s', (layer, order) => {
    const levelOf = (path: string) => order.findIndex((names) => names.includes(path.split('/')[1] ?? ''));
    const wrong = all.filter(({ path, to }) => {
      if (!path.startsWith(`${layer}/`) || !to?.startsWith(`${layer}/`) || to.includes('.css')) return false;
      const [from, goal] = [levelOf(path), levelOf(to)];
      const isSameFolder = path.split('/')[1] === to.split('/')[1];
      return from === -1 || goal === -1 || (goal >= from && !isSameFolder);
    });
    expect(describeImports(wrong)).toEqual([]);
  });

  test('of one page do not reach into another', () => {
    const pageOf = (path: string) => /^app\/pages\/((?:deployment\/)?[\w-]+)\//.exec(path)?.[1];
    const wrong = all.filter(({ path, to }) => {
      const [from, goal] = [pageOf(path), pageOf(to ?? '')];
      return from !== undefined && goal !== undefined && from !== goal;
    });
    expect(describeImports(wrong)).toEqual([]);
  });

  test('climb one folder at most, and use names beyond it', () => {
    expect(describeImports(all.filter(({ written }) => written.startsWith('../../')))).toEqual([]);
  });

  test('of another layer go by its name, also in tests', () => {
    const wrong = namesBelow(root)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'\s]+)'/g)]
          .map(([, written = '']) => ({ path, written, to: posix.join(posix.dirname(path), written) }))
          .filter(({ to }) => to.split('/')[0] !== path.split('/')[0]),
      );
    expect(wrong.map(({ path, written }) => `${path}: ${written}`)).toEqual([]);
  });

  /** Whether a module imports another, directly or through other modules, statically or by `import()`. */
  function leadsTo(from: string, goal: string): boolean {
    const seen = new Set([from]);
    for (const path of seen) for (const { to } of importsOf.get(path) ?? []) seen.add(to ?? '');
    return seen.has(goal);
  }

  // The linter finds cycles of static imports (import/no-cycle).
  test('form no circle, counting import()', () => {
    const circles = [...importsOf].filter(([path, found]) =>
      found.some(({ isLater, to }) => isLater && to !== null && leadsTo(to, path)),
    );
    expect(circles.map(([path]) => path)).toEqual([]);
  });
});

test('a folder has at most 17 entries besides its tests', () => expect(crowdedFolders(17)).toEqual([]));

test('a test stands beside the code that it tests', () => expect(lonelyTests()).toEqual([]));

test('a file has at most 400 lines', () => expect(longFiles(400)).toEqual([]));

describe('every path exists that is named in', () => {
  const pages = ['README.md', ...namesBelow(join(repository, 'docs')).map((name) => `docs/${name}`)];
  // The docs may shorten a path to its end: `planner/plan.ts`.
  const ends = ['src', 'e2e'].flatMap((folder) =>
    namesBelow(join(repository, folder)).map((path) => `/${path}`),
  );

  function isThere(path: string): boolean {
    if (existsSync(join(repository, path))) return true;
    const end = `/${path.replace(/\/$/, '')}`;
    const [before = '', after] = end.split('*');
    return ends.some((each) =>
      after === undefined ? each.endsWith(end) : each.includes(before) && each.endsWith(after),
    );
  }

  test.each(pages.filter((page) => page.endsWith('.md')))('%s', (page) => {
    const text = readFileSync(join(repository, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
      posix.join(posix.dirname(page), to),
    );
    const inCode = [...text.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)*\/?)`/g)]
      .map(([, path = '']) => path)
      .filter(
        (path) =>
          /\/|\.(?:tsx?|js|css|html|md)$/.test(path) &&
          !/^(?:\.\/|application\/|dist\/|(?:buckets|totals)\/\w+$|[\d.]+\/\d+$)/.test(path),
      );
    const inWords = [...text.matchAll(/(?<![\w./])(?:docs|src|e2e|bench|scripts)\/[\w*./-]*[\w*/]/g)].map(
      String,
    );
    expect([...links, ...inCode, ...inWords].filter((path) => !isThere(path))).toEqual([]);
  });
});

test('the docs index links every page once', () => {
  const docs = join(repository, 'docs');
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const linked = [...index.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, page]) => page);
  const pages = namesBelow(docs).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(new Set(linked)).toEqual(new Set(pages));
  expect(linked).toHaveLength(pages.length);
});

describe('a citation', () => {
  const texts = ['src', 'e2e', 'bench', 'scripts', 'findings', 'public', '.github'].flatMap((folder) =>
    namesBelow(join(repository, folder))
      .filter((path) => /\.(?:tsx?|js|css|md|sh|yml|html)$/.test(path) && !path.includes('node_modules/'))
      .map((path) => `${folder}/${path}`),
  );
  const own = 'src/repository-rules.test.ts';

  test('of a document names a file of this repository', () => {
    const wrong = texts
      .filter((path) => path !== own)
      .flatMap((path) =>
        [...readFileSync(join(repository, path), 'utf8').matchAll(/(?<![\w/.-])[\w./-]*\w\.md\b/g)]
          .map(([cited]) => cited)
          // Tests cite a docs page by its path below `docs`. The build writes the notices.
          .filter(
            (cited) =>
              !['', 'docs', posix.dirname(path)].some((from) => existsSync(join(repository, from, cited))),
          )
          .filter((cited) => cited !== 'THIRD-PARTY-NOTICES.md')
          .map((cited) => `${path}: ${cited}`),
      );
    expect(wrong).toEqual([]);
  });

  test('of a source file in a comment or in the docs names one that exists', () => {
    const paths = ['bench', 'e2e', 'scripts', 'src'].flatMap((folder) =>
      namesBelow(join(repository, folder)).map((name) => `/${folder}/${name}`),
    );
    const pages = namesBelow(join(repository, 'docs')).map((name) => `docs/${name}`);
    const wrong = [...texts, ...pages.filter((page) => page.endsWith('.md'))]
      .filter((path) => path !== own)
      .flatMap((path) => {
        const text = readFileSync(join(repository, path), 'utf8');
        const written = path.endsWith('.md') ? [text] : text.match(/\/\*[\s\S]*?\*\/|(?<!\S)\/\/[^\n]*/g);
        return [...(written ?? []).join('\n').matchAll(/(?<![\w/.:@-])(?:\w[\w-]*\/)+[\w.-]+\.(?:tsx?|css)\b/g)]
          .filter(([cited]) => !paths.some((each) => each.endsWith(`/${cited}`)))
          .map(([cited]) => `${path}: ${cited}`);
      });
    expect(wrong).toEqual([]);
  });

  test('never leaves the repository, except in tests that read responses of real services', () => {
    const readers = [
      'e2e/servers/real.ts',
      'src/domain/regions/places/gazetteer.test.ts',
      'src/domain/severity/classify.test.ts',
    ];
    const leaving = texts.filter((path) => /\.\.\/shared\//.test(readFileSync(join(repository, path), 'utf8')));
    expect(leaving.filter((path) => ![own, ...readers].includes(path))).toEqual([]);
  });
});

/** Anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  const text = readFileSync(join(repository, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('a link to a heading of the docs leads to one', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...namesBelow(join(repository, 'docs')).map((name) => `docs/${name}`),
  ];
  const wrong = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(repository, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, to = '', anchor = '']) => ({
          to: to === '' ? page : posix.join(posix.dirname(page), to),
          anchor,
        }))
        .filter(({ to, anchor }) => !anchorsOf(to).includes(anchor))
        .map(({ to, anchor }) => `${page}: ${to}#${anchor}`),
    );
  expect(wrong).toEqual([]);
});

test('a label at the beginning of a test title is in the docs', () => {
  const titles = ['src', 'e2e']
    .flatMap((folder) => namesBelow(join(repository, folder)).map((name) => join(repository, folder, name)))
    .filter((path) => /\.(?:test|spec)\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/['"]([AH]\d{1,2}(?:, [AH]\d{1,2})*):? \w/g)]);
  const labels = new Set(titles.flatMap(([, found = '']) => found.split(', ')));
  const pages = ['untrusted-responses.md', 'host-api.md']
    .map((page) => readFileSync(join(repository, 'docs/understand', page), 'utf8'))
    .join('\n');
  expect(labels.size).toBeGreaterThan(20);
  const ranges = [...pages.matchAll(/A(\d+) to A(\d+)/g)];
  const isListed = (label: string) =>
    new RegExp(`\\b${label}\\b`).test(pages) ||
    ranges.some(
      ([, first, last]) =>
        label.startsWith('A') &&
        Number(label.slice(1)) >= Number(first) &&
        Number(label.slice(1)) <= Number(last),
    );
  expect([...labels].filter((label) => !isListed(label))).toEqual([]);
});
