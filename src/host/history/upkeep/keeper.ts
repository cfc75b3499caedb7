/** Who has the record of a folder, for commands: the host that runs, or nobody, and then its file is opened here. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { openKept } from '../store/open-store.ts';
import { longestLine, socketIn, type UpkeepAnswer, type UpkeepRequest, upkeepAnswer } from './messages.ts';

export interface Keeper {
  backup(file: string): Promise<void>;
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Why a command cannot do what it was told; `isDamaged` where that is what it was to find. */
export class KeeperError extends Error {
  readonly isDamaged: boolean;

  constructor(message: string, isDamaged = false) {
    super(message);
    this.isDamaged = isDamaged;
  }
}

/** Milliseconds for a copy of the largest record. */
const longestWait = 600_000;

/** @returns `null` where no host listens. */
function ask(folder: string, request: UpkeepRequest): Promise<UpkeepAnswer | null> {
  return new Promise((settle, fail) => {
    let text = '';
    const connection = connect(socketIn(folder), () => connection.write(`${JSON.stringify(request)}\n`));
    connection.setEncoding('utf8');
    connection.setTimeout(longestWait, () => connection.destroy(new Error('The host does not answer.')));
    connection.on('data', (part: string) => {
      text += part;
      if (text.length > longestLine) connection.destroy(new Error('The host answers more than it may.'));
    });
    connection.on('error', (error) => {
      const code = 'code' in error ? error.code : '';
      if (code === 'ENOENT' || code === 'ECONNREFUSED') settle(null);
      else fail(new KeeperError(`The host of ${folder} cannot be asked: ${error.message}`));
    });
    connection.on('end', () => {
      try {
        settle(upkeepAnswer.parse(JSON.parse(text)));
      } catch {
        fail(new KeeperError(`The host of ${folder} ended before it answered.`));
      }
    });
  });
}

function hostOf(folder: string): Keeper {
  const asked = async (request: UpkeepRequest) => {
    const answer = await ask(folder, request);
    if (!answer) throw new KeeperError(`The host of ${folder} ended.`);
    if (answer.failed !== undefined) throw new KeeperError(answer.failed);
    return answer;
  };
  return {
    backup: async (file) => void (await asked({ ask: 'backup', file })),
    check: async () => (await asked({ ask: 'check' })).problems ?? [],
    close: async () => undefined,
  };
}

/** @throws KeeperError where neither a host nor the file can be asked. */
export async function keeperOf(folder: string): Promise<Keeper> {
  const file = join(folder, 'history.db');
  if (!existsSync(file))
    throw new KeeperError(`There is no record in ${folder}: --data names the folder of the host.`);
  if (existsSync(socketIn(folder)) && (await ask(folder, { ask: 'hello' }))) return hostOf(folder);
  const opened = await openKept(file);
  switch (opened.kind) {
    case 'open':
      return opened.store;
    case 'locked':
      throw new KeeperError(`${file} is in use, and who has it does not answer at ${socketIn(folder)}.`);
    case 'damaged':
      throw new KeeperError(`${file} is damaged; the next host sets it aside.`, true);
    case 'newer':
      throw new KeeperError(`${file} is of a newer version of Edgewatch.`);
    case 'read-only':
    case 'disk-full':
      throw new KeeperError(`${file} cannot be opened: ${opened.why}`);
  }
}

/** Where a copy stands as long as it is opened: in the folder of the record, where its host may write. */
export function placeForCopy(folder: string): string {
  return resolve(folder, `history.db.copy-${randomUUID()}`);
}
