/**
 * Sends requests to one address as fast as possible on kept-alive connections, one at a time on each. It uses
 * bare sockets, because the client of `node:http` costs more than the servers to be measured.
 */

import { connect, type Socket } from 'node:net';
import { answerMessages } from '../support/programs.ts';
import { quantile } from '../support/statistics.ts';

export interface LoadOrder {
  readonly origin: string;
  readonly path: string;
  readonly connections: number;
  readonly milliseconds: number;
  /** Value of the `Accept-Encoding` header. Absent: no such header. */
  readonly accept?: string;
  readonly shows?: boolean;
}

/** Times in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly milliseconds: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU milliseconds of this client. */
  readonly cpuMilliseconds: number;
  /** One response, if the order asks for it. The body is in base64. */
  readonly shown?: { readonly head: string; readonly body: string };
}

/**
 * Computes the length of a response from its first chunk. That chunk contains all headers, because they are
 * far shorter than a packet.
 */
function answerBytes(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Not an answer of 200 with its length: ${head.slice(0, 200)}`);
  return end + 4 + Number(length);
}

/**
 * Sends requests on one connection until `isOver` returns true.
 *
 * @param answered - called after each response with its milliseconds.
 */
function askAgainAndAgain(
  socket: Socket,
  request: string,
  isOver: () => boolean,
  answered: (milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = 0;
    let askedAt = performance.now();
    socket.on('data', (chunk) => {
      try {
        if (missing === 0) missing = answerBytes(chunk);
      } catch (error) {
        socket.destroy();
        return reject(error instanceof Error ? error : new Error(String(error)));
      }
      missing -= chunk.byteLength;
      if (missing > 0) return;
      const now = performance.now();
      answered(now - askedAt);
      if (isOver()) return socket.end();
      askedAt = now;
      socket.write(request);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.write(request);
  });
}

function show(origin: URL, request: string): Promise<NonNullable<LoadResult['shown']>> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(origin.port), origin.hostname, () => socket.write(request));
    socket.once('error', reject);
    socket.on('data', (part) => {
      parts.push(part);
      const all = Buffer.concat(parts);
      if (all.byteLength < answerBytes(all)) return;
      socket.destroy();
      const end = all.indexOf('\r\n\r\n');
      resolve({ head: all.toString('latin1', 0, end), body: all.toString('base64', end + 4) });
    });
  });
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const { origin, path, connections, milliseconds, accept, shows = false } = order;
  const { host, hostname, port } = new URL(origin);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${accept === undefined ? '' : `Accept-Encoding: ${accept}\r\n`}\r\n`;
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const isOver = () => performance.now() - started >= milliseconds;
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(
    sockets.map((socket) => askAgainAndAgain(socket, request, isOver, (time) => times.push(time))),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests: times.length,
    milliseconds: performance.now() - started,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMilliseconds: (user + system) / 1000,
    ...(shows && { shown: await show(new URL(origin), request) }),
  };
}

answerMessages(load);
