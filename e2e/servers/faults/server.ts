/** A deployment with a mode for each fault of the reliability requirements. */

import { createServer } from 'node:http';
import { allPaths, pathsOf } from '../documented.ts';
import { type Double, startDouble } from '../double.ts';
import { componentNames, fleetRows } from './fleet.ts';
import type { Mode, Subject } from './mode.ts';

export interface FaultServerOptions {
  readonly port?: number;
  /** Largest body that the reader accepts, bytes. The size modes depend on it. */
  readonly bodyLimit?: number;
  /** Paths served. Default: all ten. */
  readonly offered?: readonly string[];
}

export interface FaultServer extends Pick<Double, 'url' | 'log' | 'refuse' | 'accept' | 'close'> {
  /** Sets a mode for all endpoints of these subjects. */
  put(mode: Mode, on: readonly Subject[]): void;
  /** Sets a mode for one path. `null` clears it. */
  putPath(path: string, mode: Mode | null): void;
  /** Mode name by path, without healthy paths. */
  state(): ReadonlyMap<string, string>;
  heal(): void;
  /** Stops the server's clock at a time, epoch milliseconds. Before the first call it runs in real time. */
  setClock(now: number): void;
  readonly trapped: readonly string[];
}

/** A server that no client may ever request. Its responses look like this API. */
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
