/**
 * The compared pages and their servers. The static floor is HTML without scripts; the bare page is the
 * smallest React page.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { startHelper, startHost } from '../support/programs.ts';
import type { Workplace } from '../support/workplace.ts';
import type { FloorFile, FloorFiles, FloorOrigin } from './floor-server.ts';

export interface ComparedPage {
  readonly name: string;
  readonly url: string;
  /** Whether the page's scripts render the verdict, at once or later. */
  readonly hasScripts: boolean;
}

export interface ComparedPages {
  readonly floor: ComparedPage;
  readonly bare: ComparedPage;
  readonly ours: ComparedPage;
  stop(): Promise<void>;
}

const html = 'text/html; charset=utf-8';

async function buildBarePage({ root, folder }: Workplace): Promise<readonly FloorFile[]> {
  const outDir = join(folder, 'bare');
  await build({
    root: join(root, 'bench', 'page', 'bare'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  const scripts = readdirSync(join(outDir, 'assets')).map((name) => ({
    path: `/assets/${name}`,
    type: 'text/javascript; charset=utf-8',
    content: readFileSync(join(outDir, 'assets', name), 'utf8'),
  }));
  return [{ path: '/bare', type: html, content: readFileSync(join(outDir, 'index.html'), 'utf8') }, ...scripts];
}

interface Floor {
  /** URL of the static floor. */
  readonly floor: string;
  /** Origin of the server of the floor. */
  readonly floors: string;
  /** Origin of the host with the demo. */
  readonly host: string;
  stop(): Promise<void>;
}

/**
 * Starts the host with the demo, and the static floor with the same status document.
 *
 * @param beside - further files that the floor's server serves.
 */
export async function startFloor(place: Workplace, beside: readonly FloorFile[] = []): Promise<Floor> {
  const host = await startHost(place.root);
  const status = await fetch(`${host.origin}/api/v2/status`);
  if (!status.ok) throw new Error(`The host answers its status with ${status.status}.`);
  const floors = startHelper(place.programs, 'floor-server');
  const floorFiles: readonly FloorFile[] = [
    {
      path: '/floor',
      type: html,
      content: readFileSync(join(place.root, 'bench/page/floor.html'), 'utf8'),
    },
    { path: '/status.json', type: 'application/json', content: await status.text() },
  ];
  const { origin } = await floors.ask<FloorOrigin>({
    files: [...floorFiles, ...beside],
  } satisfies FloorFiles);
  return {
    floor: `${origin}/floor`,
    floors: origin,
    host: host.origin,
    stop: async () => {
      await Promise.all([host.stop(), floors.stop()]);
    },
  };
}

export async function startPages(place: Workplace): Promise<ComparedPages> {
  const started = await startFloor(place, await buildBarePage(place));
  const { floor, floors, host } = started;
  return {
    floor: { name: 'static floor', url: floor, hasScripts: false },
    bare: { name: 'bare React', url: `${floors}/bare`, hasScripts: true },
    ours: { name: 'Edgewatch', url: `${host}/everything`, hasScripts: true },
    stop: () => started.stop(),
  };
}
