/** Where commands reach the host that has the record (messages.ts). */

import { chmodSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { HistoryStore } from '../store.ts';
import { longestLine, socketIn, type UpkeepAnswer, upkeepRequest } from './messages.ts';

/** Milliseconds within which a line has to be there. */
const longestWait = 10_000;

const mostConnections = 8;

/** Bytes of the name of a socket that every system has room for: longer ones are cut without a word. */
const longestName = 103;

async function done(line: string, store: HistoryStore): Promise<UpkeepAnswer> {
  try {
    const request = upkeepRequest.parse(JSON.parse(line));
    if (request.ask === 'hello') return {};
    if (request.ask === 'check') return { problems: [...(await store.check())] };
    await store.backup(request.file);
    return {};
  } catch (cause) {
    return { failed: cause instanceof Error ? cause.message : String(cause) };
  }
}

function listen(connection: Socket, store: HistoryStore): void {
  let text = '';
  connection.setEncoding('utf8');
  connection.setTimeout(longestWait, () => connection.destroy());
  // Who asked may be gone.
  connection.on('error', () => connection.destroy());
  connection.on('data', (part: string) => {
    text += part;
    const end = text.indexOf('\n');
    if (end === -1 && text.length <= longestLine) return;
    connection.removeAllListeners('data');
    connection.pause();
    if (end === -1) return void connection.destroy();
    // A copy of a large record takes longer than a line.
    connection.setTimeout(0);
    void done(text.slice(0, end), store).then((answer) => connection.end(`${JSON.stringify(answer)}\n`));
  });
}

/**
 * Listens in a folder whose record is open here, so that nobody else has it: what a host that was killed left is replaced.
 *
 * @param report - told where that cannot be; the host goes on without.
 * @returns takes the socket away.
 */
export function listenIn(folder: string, store: HistoryStore, report: (line: string) => void): () => void {
  const place = socketIn(folder);
  // Nobody reaches it before it is its owner's alone.
  const fresh = `${place}.new`;
  const server = createServer((connection) => listen(connection, store));
  server.maxConnections = mostConnections;
  const fail = (why: string) =>
    report(`Commands on the history do not reach this host: ${why} (docs/operate/backup-and-upgrade.md).`);
  if (Buffer.byteLength(fresh) > longestName) {
    fail(`the path of ${place} is longer than that of a socket may be`);
    return () => undefined;
  }
  server.on('error', ({ message }) => fail(message));
  rmSync(fresh, { force: true });
  server.listen(fresh, () => {
    try {
      chmodSync(fresh, 0o600);
      renameSync(fresh, place);
    } catch (cause) {
      server.close();
      fail(cause instanceof Error ? cause.message : String(cause));
    }
  });
  server.unref();
  return () => {
    if (server.listening) rmSync(place, { force: true });
    server.close();
  };
}
