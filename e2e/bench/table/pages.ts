/** The two tables that are compared, and how each is asked to sort, filter and scroll. */

import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { startHelper, startHost } from '../programs.ts';
import type { Workplace } from '../workplace.ts';
import { type ListOrder, type ListOrigin, replacedBase } from './list-origin.ts';

export interface ComparedTable {
  readonly name: string;
  readonly url: string;
  /** The first cell of the first row. */
  readonly firstCell: string;
  /** The head that sorts by objects. */
  readonly head: string;
  /** What scrolls; `null` is the window. */
  readonly scroller: string | null;
  /** The field that filters by text; `null` where the page's own `benchGrid` does. */
  readonly field: string | null;
}

export interface ComparedTables {
  readonly ours: ComparedTable;
  /** Ours, of a list that is soon replaced. */
  readonly replaced: ComparedTable;
  readonly grid: ComparedTable;
  /** Of the list. */
  readonly bytes: number;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
const hostLimit = 256 * 1024 * 1024;

/** Our table of buckets at an address. */
export function ourTable(url: string): ComparedTable {
  return {
    name: 'Edgewatch',
    url,
    firstCell: 'tr[aria-rowindex="1"] td a',
    head: 'th:nth-child(5) button',
    scroller: null,
    field: 'search input[type=search]',
  };
}

/** Builds the peer's page. */
async function gridFiles({ root, folder }: Workplace): Promise<ListOrder['files']> {
  const outDir = join(folder, 'grid');
  await build({
    root: join(root, 'e2e', 'bench', 'table', 'grid'),
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

/** Serves `count` buckets, the peer's page beside them and ours through the host. */
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
  const host = await startHost(place.root, ['--config', config]);
  return {
    ours: ourTable(`${host.origin}/large/buckets`),
    replaced: ourTable(`${host.origin}/replaced/buckets`),
    grid: {
      name: 'AG Grid',
      url: `${origin}/index.html`,
      firstCell: '.ag-row[row-index="0"] .ag-cell',
      head: '.ag-header-cell[col-id=objects] .ag-header-cell-label',
      scroller: '.ag-grid-viewport',
      field: null,
    },
    bytes,
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
