/**
 * Opens connections to the host and keeps them open, each with the start of a request or without any bytes.
 */

import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerMessages } from '../support/programs.ts';

export interface CrowdOrder {
  readonly origin: string;
  /** Number of connections to open. 0: close the open ones. */
  readonly connections: number;
  readonly bytes: string;
  readonly addresses: number;
}

export interface CrowdResult {
  /** Number of connections that the host has not closed half a second later. */
  readonly held: number;
}

let sockets: Socket[] = [];

function open(port: number, address: string, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  return new Promise((resolve) => {
    socket.on('error', () => resolve(socket));
    socket.on('close', () => resolve(socket));
    socket.on('connect', () => {
      socket.write(bytes);
      resolve(socket);
    });
    socket.resume();
  });
}

async function gather({ origin, connections, bytes, addresses }: CrowdOrder): Promise<CrowdResult> {
  for (const socket of sockets) socket.destroy();
  const port = Number(new URL(origin).port);
  sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(port, `127.0.2.${1 + (index % addresses)}`, bytes)),
  );
  await delay(500);
  return { held: sockets.filter(({ destroyed }) => !destroyed).length };
}

answerMessages(gather);
