/** Opens the socket through which commands reach the recording host. messages.ts defines the messages. */

import { chmodSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { HistoryFile } from '../store/store.ts';
import { longestLine, socketIn, type UpkeepAnswer, upkeepRequest } from './messages.ts';

/** Maximum milliseconds until the request line is complete. */
const longestWait = 10_000;

const mostConnections = 8;

/** Maximum bytes of a socket's path that every system allows. Longer paths are silently cut. */
const longestName = 103;

async function handleLine(line: string, store: HistoryFile): Promise<UpkeepAnswer> {
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

function listen(connection: Socket, store: HistoryFile): void {
  let text = '';
  connection.setEncoding('utf8');
  connection.setTimeout(longestWait, () => connection.destroy());
  // The command may have ended.
  connection.on('error', () => connection.destroy());
  connection.on('data', (part: string) => {
    text += part;
    const end = text.indexOf('\n');
    if (end === -1 && text.length <= longestLine) return;
    connection.removeAllListeners('data');
    connection.pause();
    if (end === -1) return void connection.destroy();
    // Copying a large record takes longer than reading a line.
    connection.setTimeout(0);
    void handleLine(text.slice(0, end), store).then((answer) => connection.end(`${JSON.stringify(answer)}\n`));
  });
}

/**
 * Opens the socket in the folder of an open record. Replaces the socket of a killed host.
 * @param report - gets the reason if the socket cannot be opened; the host runs without it.
 * @returns a function that removes the socket.
 */
export function listenIn(folder: string, store: HistoryFile, report: (line: string) => void): () => void {
  const place = socketIn(folder);
  // The socket gets its final name after its mode, so that nobody can connect before.
  const temporaryPath = `${place}.new`;
  const server = createServer((connection) => listen(connection, store));
  server.maxConnections = mostConnections;
  const fail = (why: string) =>
    report(`Commands on the history do not reach this host: ${why} (docs/operate/backup-and-upgrade.md).`);
  if (Buffer.byteLength(temporaryPath) > longestName) {
    fail(`the path of ${place} is too long for a socket`);
    return () => undefined;
  }
  server.on('error', ({ message }) => fail(message));
  rmSync(temporaryPath, { force: true });
  server.listen(temporaryPath, () => {
    try {
      chmodSync(temporaryPath, 0o600);
      renameSync(temporaryPath, place);
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
