/** Gives commands access to a history record: through the running host, or else by opening the file. */

import { randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openStored } from '../store/sqlite/open-store.ts';
import type { HistoryFile } from '../store/store.ts';
import { longestLine, socketIn, type UpkeepAnswer, type UpkeepRequest, upkeepAnswer } from './messages.ts';

export interface Keeper {
  /** Folder for temporary copies of the record. */
  readonly place: string;
  backup(file: string): Promise<void>;
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * A failed command on the history. With `isDamaged` the history file is damaged, and `edgewatch history verify`
 * reports that as its result.
 */
export class KeeperError extends Error {
  readonly isDamaged: boolean;

  constructor(message: string, isDamaged = false) {
    super(message);
    this.isDamaged = isDamaged;
  }
}

/** Maximum milliseconds to wait for the host: enough to copy the largest record. */
const longestWait = 600_000;

/** Sends a request to the host that records in `folder`. @returns `null` if no host listens. */
function sendRequest(folder: string, request: UpkeepRequest): Promise<UpkeepAnswer | null> {
  return new Promise((settle, fail) => {
    let text = '';
    const connection = connect(socketIn(folder), () => connection.write(`${JSON.stringify(request)}\n`));
    connection.setEncoding('utf8');
    connection.setTimeout(longestWait, () => connection.destroy(new Error('The host does not respond.')));
    connection.on('data', (part: string) => {
      text += part;
      if (text.length > longestLine) connection.destroy(new Error('The response of the host is too long.'));
    });
    connection.on('error', (error) => {
      const code = 'code' in error ? error.code : '';
      if (code === 'ENOENT' || code === 'ECONNREFUSED') settle(null);
      else fail(new KeeperError(`The host of ${folder} cannot be reached: ${error.message}`));
    });
    connection.on('end', () => {
      try {
        settle(upkeepAnswer.parse(JSON.parse(text)));
      } catch {
        fail(new KeeperError(`The host of ${folder} ended before it responded.`));
      }
    });
  });
}

function hostOf(folder: string): Keeper {
  const responseTo = async (request: UpkeepRequest) => {
    const answer = await sendRequest(folder, request);
    if (!answer) throw new KeeperError(`The host of ${folder} ended.`);
    if (answer.failed !== undefined) throw new KeeperError(answer.failed);
    return answer;
  };
  return {
    place: folder,
    backup: async (file) => void (await responseTo({ ask: 'backup', file })),
    check: async () => (await responseTo({ ask: 'check' })).problems ?? [],
    close: async () => undefined,
  };
}

function refuseIfAbsent(folder: string): void {
  if (existsSync(join(folder, 'history.db'))) return;
  if (existsSync(join(folder, 'history-demo.db')))
    throw new KeeperError(
      `${folder} has the history of the demo only. This command is for the history of real deployments.`,
    );
  throw new KeeperError(`There is no history in ${folder}. Give the data folder of the host with --data.`);
}

/**
 * Opens the history record of a data folder for a command. @throws KeeperError if neither a host nor the file
 * is available.
 */
export async function keeperOf(folder: string): Promise<Keeper> {
  const file = join(folder, 'history.db');
  refuseIfAbsent(folder);
  if (existsSync(socketIn(folder)) && (await sendRequest(folder, { ask: 'hello' }))) return hostOf(folder);
  if (!isWritable(folder) || !isWritable(file)) return keeperOfCopy(folder);
  return openedIn(folder);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const ends = ['', '-wal', '.sum', '.mark'];

/** Opens a copy of the record, for read-only folders: SQLite must write to read a log. */
async function keeperOfCopy(folder: string): Promise<Keeper> {
  const place = mkdtempSync(join(tmpdir(), 'edgewatch-history-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    for (const end of ends) {
      const [from, to] = [join(folder, `history.db${end}`), join(place, `history.db${end}`)];
      if (!existsSync(from)) continue;
      copyFileSync(from, to);
      chmodSync(to, 0o600);
    }
    const keeper = await openedIn(place);
    return { ...keeper, close: () => keeper.close().finally(remove) };
  } catch (cause) {
    remove();
    if (cause instanceof KeeperError) throw cause;
    throw new KeeperError(
      `${folder} cannot be written, and no copy of its history can be made in ${tmpdir()}: ${String(cause)}`,
    );
  }
}

async function openedIn(folder: string): Promise<Keeper> {
  const store = await storeIn(folder);
  return {
    place: folder,
    backup: (file) => store.backup(file),
    check: () => store.check(),
    close: () => store.close(),
  };
}

/**
 * Gives the history of the slug `from` to the slug `to`.
 * @throws KeeperError if a host records, the old slug has no history, or the new one has some.
 */
export async function renameIn(folder: string, from: string, to: string): Promise<void> {
  refuseIfAbsent(folder);
  if (existsSync(socketIn(folder)) && (await sendRequest(folder, { ask: 'hello' })))
    throw new KeeperError(`A host is recording in ${folder}. Stop it first.`);
  const store = await storeIn(folder);
  try {
    const outcome = await store.rename(from, to);
    if (outcome === 'none') throw new KeeperError(`There is no history of ${from} in ${folder}.`);
    if (outcome === 'taken')
      throw new KeeperError(`${to} already has a history in ${folder}. Nothing was changed.`);
  } finally {
    await store.close();
  }
}

async function storeIn(folder: string): Promise<HistoryFile> {
  const file = join(folder, 'history.db');
  const opened = await openStored(file);
  switch (opened.kind) {
    case 'open':
      return opened.store;
    case 'locked':
      throw new KeeperError(
        `${file} is in use, and the process that uses it does not respond at ${socketIn(folder)}.`,
      );
    case 'damaged':
      throw new KeeperError(`${file} is damaged; the next host quarantines it.`, true);
    case 'newer':
      throw new KeeperError(opened.why);
    case 'read-only':
    case 'disk-full':
      throw new KeeperError(`${file} cannot be opened: ${opened.why}`);
  }
}

/** Makes the path of a temporary copy. @param folder - `place` of a keeper, where the host may write. */
export function placeForCopy(folder: string): string {
  return resolve(folder, `history.db.copy-${randomUUID()}`);
}
