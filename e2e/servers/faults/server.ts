/** A deployment that can simulate every fault of the reliability requirements, each as a mode. */

import { createServer } from 'node:http';
import { allPaths, pathsOf } from '../documented.ts';
import { type Double, startDouble } from '../double.ts';
import { componentNames, fleetRows } from './fleet.ts';
import type { Mode, Subject } from './mode.ts';

export interface FaultServerOptions {
  readonly port?: number;
  /** Maximum bytes of a body that the reader accepts. The size modes depend on it. */
  readonly bodyLimit?: number;
  /** Paths that exist. Default: all ten. */
  readonly offered?: readonly string[];
}

export interface FaultServer extends Pick<Double, 'url' | 'log' | 'refuse' | 'accept' | 'close'> {
  /** Sets a mode for all endpoints of these subjects (the status, or a list). */
  put(mode: Mode, on: readonly Subject[]): void;
  /** Sets a mode for one path. `null` clears it. */
  putPath(path: string, mode: Mode | null): void;
  /** Path → name of its mode, without healthy paths. */
  state(): ReadonlyMap<string, string>;
  heal(): void;
  /**
   * Stops the server's clock at `now`, epoch milliseconds. Until the first call the clock runs in real time.
   */
  setClock(now: number): void;
  readonly trapped: readonly string[];
}

/** Starts the trap, a server that no client may ever request. Its responses look like those of this API. */
async function startTrap() {
  const trapped: string[] = [];
  const server = createServer((request, response) => {
    trapped.push(request.url ?? '');
    response.setHeader('Content-Type', 'application/json');
    response.end('{"status":"forged-answer","object":"list","data":[]}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The trap listens on no port.');
  return { trapped, url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

const defaultBodyLimit = 32 * 1024 ** 2;

export async function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  let stoppedAt: number | null = null;
  const now = () => stoppedAt ?? Date.now();
  const trap = await startTrap();
  const double = await startDouble({
    offered: options.offered ?? allPaths,
    status: 'operational',
    components: componentNames.map((name) => ({ name, status: 'operational' })),
    rows: fleetRows,
    defaultLimit: 100,
    maximumLimit: 1000,
    now,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  const surroundings = { now, trapUrl: trap.url, bodyLimit: options.bodyLimit ?? defaultBodyLimit };
  const state = new Map<string, string>();

  function putPath(path: string, mode: Mode | null): void {
    if (mode) {
      state.set(path, mode.name);
      double.set(path, mode.start(surroundings));
    } else {
      state.delete(path);
      double.clear(path);
    }
  }

  return {
    url: double.url,
    log: double.log,
    trapped: trap.trapped,
    refuse: () => double.refuse(),
    accept: () => double.accept(),
    putPath,
    put(mode, on) {
      for (const subject of on)
        for (const path of pathsOf(subject === 'status' ? null : subject)) putPath(path, mode);
    },
    state: () => state,
    heal() {
      state.clear();
      double.clear();
    },
    setClock(time) {
      stoppedAt = time;
    },
    async close() {
      trap.close();
      await double.close();
    },
  };
}
