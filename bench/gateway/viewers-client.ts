/** Viewers that send requests at intervals, each on its own kept-alive connection. */

import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerMessages } from '../support/programs.ts';
import { quantile } from '../support/statistics.ts';

export interface ViewersOrder {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly viewers: number;
  /** Milliseconds between two requests of one viewer. */
  readonly every: number;
  readonly milliseconds: number;
}

/** Times in milliseconds. */
export interface ViewersResult {
  readonly answers: number;
  /** Number of requests without a 200 response. */
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
}

/** Local address of a viewer. 200 viewers share an address. */
function addressOf(viewer: number): string {
  return `127.0.1.${1 + Math.floor(viewer / 200)}`;
}

/**
 * Opens the connection of one viewer. The returned function sends a request and resolves to whether it got a
 * 200.
 */
function ask(port: number, viewer: number) {
  let socket = open();
  function open() {
    const opened = connect({ port, host: '127.0.0.1', localAddress: addressOf(viewer) }).setNoDelay();
    opened.on('error', () => undefined);
    return opened;
  }
  const question = (path: string) =>
    new Promise<boolean>((resolve) => {
      if (socket.destroyed) socket = open();
      let missing = 0;
      let isGood = false;
      const settle = (good: boolean) => {
        socket.off('data', take).off('close', end);
        resolve(good);
      };
      const end = () => settle(false);
      const take = (chunk: Buffer) => {
        if (missing === 0) {
          const head = chunk.indexOf('\r\n\r\n');
          const text = chunk.toString('latin1', 0, head);
          isGood = text.startsWith('HTTP/1.1 200 ');
          missing = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
        }
        missing -= chunk.byteLength;
        if (missing <= 0) settle(isGood);
      };
      socket.on('data', take).once('close', end);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip\r\nCache-Control: no-cache\r\n\r\n`,
      );
    });
  return { question, leave: () => socket.destroy() };
}

async function watch({ origin, paths, viewers, every, milliseconds }: ViewersOrder): Promise<ViewersResult> {
  const port = Number(new URL(origin).port);
  const times: number[] = [];
  let failures = 0;
  const started = performance.now();
  const one = async (viewer: number) => {
    const { question, leave } = ask(port, viewer);
    await delay((every * viewer) / viewers);
    for (let turn = viewer; performance.now() - started < milliseconds; turn += 1) {
      const askedAt = performance.now();
      const isGood = await question(paths[turn % paths.length] ?? '');
      const took = performance.now() - askedAt;
      if (isGood) times.push(took);
      else failures += 1;
      await delay(Math.max(0, every - took));
    }
    leave();
  };
  await Promise.all(Array.from({ length: viewers }, (_, viewer) => one(viewer)));
  return { answers: times.length, failures, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

answerMessages(watch);
