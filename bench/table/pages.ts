/** The compared tables, and the parts of each that are used to sort, filter and scroll it. */

import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { startHelper, startHost } from '../support/programs.ts';
import type { Workplace } from '../support/workplace.ts';
import { type ListOrder, type ListOrigin, replacedBase } from './list-origin.ts';

export interface ComparedTable {
  readonly name: string;
  readonly url: string;
  readonly firstCell: string;
  readonly head: string;
  /** Selector of the scrolling element. `null`: the window scrolls. */
  readonly scroller: string | null;
  /** Selector of the text filter. `null`: the benchmark filters through the page's `benchPeer`. */
  readonly field: string | null;
  /**
   * Whether the table needs styles that our content security policy forbids, so that the browser must ignore
   * the policy.
   */
  readonly isForeign: boolean;
}

export interface ComparedTables {
  readonly ours: ComparedTable;
  /** Our table with a list of a short lifetime, which is replaced during a visit. */
  readonly replaced: ComparedTable;
  /** The peer (the compared data grid), which reads the list directly from the service. */
  readonly grid: ComparedTable;
  /** The peer, with its page and its list from a host, like our table. */
  readonly hostedGrid: ComparedTable;
  readonly bytes: number;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
const hostLimit = 256 * 1024 * 1024;

export function ourTable(url: string): ComparedTable {
  return {
    name: 'Edgewatch',
    url,
    firstCell: 'tr[aria-rowindex="1"] td a',
    head: 'th:nth-child(5) button',
    scroller: null,
    field: 'search input[type=search]',
    isForeign: false,
  };
}

function gridTable(name: string, url: string): ComparedTable {
  return {
    name,
    url,
    firstCell: '.ag-row[row-index="0"] .ag-cell',
    head: '.ag-header-cell[col-id=objects] .ag-header-cell-label',
    scroller: '.ag-grid-viewport',
    field: null,
    isForeign: true,
  };
}

async function gridFiles({ root, folder }: Workplace): Promise<ListOrder['files']> {
  const outDir = join(folder, 'grid');
  await build({
    root: join(root, 'bench', 'table', 'grid'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'baseline-widely-available', reportCompressedSize: false },
  });
  const names = await readdir(outDir, { recursive: true });
  return names.flatMap((name) => {
    const type = types[name.split('.').at(-1) ?? ''];
    return type === undefined
      ? []
      : [{ path: `/${name}`, type, content: readFileSync(join(outDir, name), 'utf8') }];
  });
}

const hostedPage = 'assets/grid.html';

/**
 * Copies the built product and adds the peer's page to the files of the host.
 *
 * @returns the folder of the copy.
 */
async function productWith({ root, folder }: Workplace, files: ListOrder['files']): Promise<string> {
  const product = join(folder, 'product');
  const app = join(product, 'dist', 'app');
  await cp(join(root, 'dist'), join(product, 'dist'), { recursive: true });
  const added = files.map(({ path, type, content }) => {
    const place = path === '/index.html' ? hostedPage : path.slice(1);
    return { path: place, type, digest: place, encodings: [], content };
  });
  for (const { path, content } of added) {
    const file = join(app, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const list = join(app, 'files.json');
  // vite.config.ts writes this list of the built files.
  const built = JSON.parse(await readFile(list, 'utf8')) as readonly object[];
  await writeFile(list, JSON.stringify([...built, ...added]));
  return product;
}

/** Serves `count` buckets, the page of the peer, and our page through a host. */
export async function startTables(place: Workplace, count: number): Promise<ComparedTables> {
  const files = await gridFiles(place);
  const server = startHelper(place.programs, 'list-server');
  const { origin, bytes } = await server.ask<ListOrigin>({ count, files } satisfies ListOrder);
  const config = join(place.folder, 'table-config.json');
  await writeFile(
    config,
    JSON.stringify({
      deployments: [
        { slug: 'large', baseUrl: origin },
        { slug: 'replaced', baseUrl: origin + replacedBase },
      ],
      limits: { maximumBodyBytes: hostLimit, timeoutSeconds: 60 },
    }),
  );
  const host = await startHost(await productWith(place, files), ['--config', config]);
  return {
    ours: ourTable(`${host.origin}/large/buckets`),
    replaced: ourTable(`${host.origin}/replaced/buckets`),
    grid: gridTable('AG Grid', `${origin}/index.html`),
    hostedGrid: gridTable('AG Grid, from the host', `${host.origin}/${hostedPage}`),
    bytes,
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
