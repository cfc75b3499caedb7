/**
 * Runs `edgewatch history`: backs up, copies, exports or verifies the history record of a data folder, or
 * renames a deployment in it (docs/operate/backup-and-upgrade.md).
 */

import { createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HistoryCommand } from '../configuration/command-line.ts';
import { type Copy, exportLines, openCopy } from '../history/upkeep/copy.ts';
import { type Keeper, KeeperError, keeperOf, placeForCopy, renameIn } from '../history/upkeep/keeper.ts';
import { type Verified, verifyCopy } from '../history/upkeep/verify.ts';

/**
 * Exit code of `edgewatch history`. For `verify`, 0: intact, 1: damaged or changed, 2: unknown. For other
 * commands, 0, or 2 after a failure.
 */
type ExitCode = 0 | 1 | 2;

async function copied(keeper: Keeper): Promise<Copy> {
  const place = placeForCopy(keeper.place);
  await keeper.backup(place);
  return openCopy(place);
}

/**
 * Calls `work` with access to the history record of a data folder, with or without a running host. Releases
 * the record afterwards.
 */
async function withKeeper<T>(data: string, work: (keeper: Keeper) => Promise<T>): Promise<T> {
  const keeper = await keeperOf(data);
  try {
    return await work(keeper);
  } finally {
    await keeper.close();
  }
}

/** Opens a copy of the history record of a data folder. @throws KeeperError if the record cannot be read. */
export function openRecord(data: string): Promise<Copy> {
  return withKeeper(data, copied);
}

async function backUp(data: string, file: string): Promise<void> {
  await withKeeper(data, (keeper) => keeper.backup(resolve(file)));
}

async function writeOut(data: string, file: string | null, output: NodeJS.WritableStream): Promise<void> {
  const copy = await openRecord(data);
  const target = file === null ? output : createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(exportLines(copy)), target);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPIPE')) throw cause;
  } finally {
    copy.close();
  }
}

async function copyHistory(
  { data, database, direction }: Extract<HistoryCommand, { verb: 'copy' }>,
  onDone: (line: string) => void,
): Promise<void> {
  // The driver of PostgreSQL is loaded for this command only.
  const { copyFromPostgres, copyToPostgres } = await import('../history/upkeep/transfer/transfer.ts');
  if (direction === 'to-folder') return copyFromPostgres(database, data, onDone);
  const copy = await openRecord(data);
  try {
    await copyToPostgres(copy, database, onDone);
  } finally {
    copy.close();
  }
}

type Result = Omit<Verified, 'problems'> & {
  readonly result: 'whole' | 'altered' | 'unknown';
  readonly problems: readonly string[];
};

async function verified(data: string): Promise<Result> {
  const nothing = { looks: 0, from: null, to: null, chain: [] };
  try {
    const { found, copy } = await withKeeper(data, async (keeper) => {
      const problems = await keeper.check();
      return { found: problems, copy: problems.length === 0 ? await copied(keeper) : null };
    });
    if (!copy) return { result: 'altered', problems: found, ...nothing };
    const { problems, ...summary } = await verifyCopy(copy.statements);
    copy.close();
    return { result: problems.length === 0 ? 'whole' : 'altered', problems, ...summary };
  } catch (cause) {
    if (!(cause instanceof KeeperError)) throw cause;
    return { result: cause.isDamaged ? 'altered' : 'unknown', problems: [cause.message], ...nothing };
  }
}

function textOf({ result, problems, looks, from, to, chain }: Result): string {
  if (result === 'unknown') return problems.join('\n');
  const range = from === null ? 'no polls' : `${looks} polls from ${from} to ${to}`;
  if (result === 'altered') return [...problems, 'The history is damaged or was changed.'].join('\n');
  const links = chain.map(
    ({ deployment, endpoint, day, hash }) => `${deployment} ${endpoint}  ${day}  ${hash}`,
  );
  return [...links, `The history is intact: ${range}.`].join('\n');
}

/**
 * Runs one command of `edgewatch history`.
 * @param report - gets a sentence that says why the command failed.
 */
export async function runHistory(
  command: HistoryCommand,
  output: NodeJS.WritableStream,
  report: (line: string) => void,
): Promise<ExitCode> {
  try {
    if (command.verb === 'rename') {
      await renameIn(command.data, command.from, command.to);
      output.write(`The history of ${command.from} is now that of ${command.to}.\n`);
      return 0;
    }
    if (command.verb === 'copy') {
      await copyHistory(command, (line) => void output.write(`${line}\n`));
      return 0;
    }
    if (command.verb !== 'verify' && command.file !== null && existsSync(command.file))
      throw new KeeperError(`${command.file} exists and is not overwritten.`);
    switch (command.verb) {
      case 'backup':
        await backUp(command.data, command.file);
        return 0;
      case 'export':
        await writeOut(command.data, command.file, output);
        return 0;
      case 'verify': {
        const result = await verified(command.data);
        if (command.json) output.write(`${JSON.stringify(result, null, 2)}\n`);
        else if (result.result === 'unknown') report(textOf(result));
        else output.write(`${textOf(result)}\n`);
        return result.result === 'whole' ? 0 : result.result === 'altered' ? 1 : 2;
      }
    }
  } catch (cause) {
    report(cause instanceof Error ? cause.message : String(cause));
    return 2;
  }
}
