/**
 * Test helpers: a complete host on a loopback socket, with a few built files and the test's own deployments.
 */

import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { noDrawing } from '#host/drawing/drawer.ts';
import type { HostedDeployment } from '#host/gateway/deployment.ts';
import { ListNotes } from '#host/gateway/list-notes.ts';
import { noHistory } from '#host/history/history.ts';
import { listen } from '#host/http/listen.ts';
import type { StaticFiles } from '#host/http/static-files.ts';
import { createHost, type HostOptions } from '#host/routes/app.ts';
import { prepareShell } from '#host/routes/shell.ts';

const script = 'console.log("the app")';

export const builtFiles: StaticFiles = new Map([
  [
    'assets/main-1.js',
    {
      type: 'text/javascript; charset=utf-8',
      digest: 'digest',
      content: new TextEncoder().encode(script),
      encoded: new Map(),
    },
  ],
]);

const template =
  '<!doctype html><html lang="en"><head><script src="./assets/main-1.js"></script></head><body><div id="root"></div></body></html>';

export function shellAt(basePath: string) {
  return prepareShell(template, basePath, builtFiles);
}

export function appOf(
  deployments: readonly HostedDeployment[],
  basePath = '',
  more: Partial<HostOptions> = {},
) {
  return createHost({
    deployments,
    lists: new ListNotes(),
    drawing: noDrawing,
    metrics: async () => '',
    history: noHistory,
    pollSeconds: 10,
    basePath,
    files: builtFiles,
    shellAt,
    version: '1.2.3',
    configuration: () => ({ inForceSince: '2026-11-25T00:00:00.000Z' }),
    report: () => undefined,
    ...more,
  });
}

/**
 * Starts a host. It listens until the test ends.
 *
 * @returns its port.
 */
export async function listeningHost(deployments: readonly HostedDeployment[]): Promise<number> {
  const app = appOf(deployments);
  const host = await listen({
    fetch: (request, { prefix }) => app.fetch(request, { prefix }),
    port: 0,
    host: '127.0.0.1',
    isOwnName: (name) => name === 'a' || name.startsWith('127.0.0.1'),
  });
  onTestFinished(() => host.close(0));
  return Number(new URL(host.origin).port);
}

/** Milliseconds of silence after which the host is assumed to wait for more bytes. */
const patience = 150;
/**
 * Milliseconds for a host that closes the connection after its response. A busy machine needs more than
 * {@link patience}.
 */
const patienceToEnd = 10_000;

/** Sends bytes. Returns everything received until the connection ends or stays silent. */
export function exchange(port: number, bytes: string): Promise<string> {
  const silence = /^connection: close\r\n/im.test(bytes) ? patienceToEnd : patience;
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let idle = setTimeout(() => socket.destroy(), 5_000);
    const wait = () => {
      clearTimeout(idle);
      idle = setTimeout(() => socket.destroy(), silence);
    };
    socket.setEncoding('latin1');
    socket.on('connect', wait);
    socket.on('data', (text: string) => {
      received += text;
      wait();
    });
    // Bytes received before a reset count.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(idle);
      resolve(received);
    });
  });
}
