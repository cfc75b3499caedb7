/** Runs `edgewatch password` and `edgewatch wall-links`. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { longestPassword, passwordLine } from '../access/password.ts';
import { addWallLink, listWallLinks, revokeWallLink, type WallLinkList } from '../access/wall-links.ts';
import type { WallLinksCommand } from '../configuration/command-line.ts';
import { SettingsError } from '../net/settings-error.ts';

const mostRead = 64 * 1024;

/** Reads the first line of `input`. A terminal does not echo it. */
async function readLine(input: NodeJS.ReadStream): Promise<string> {
  if (input.isTTY) {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: silent, terminal: true });
    lines.once('SIGINT', () => process.exit(130));
    const line = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
    lines.close();
    return String(line[0] ?? '');
  }
  let text = '';
  input.setEncoding('utf8');
  for await (const part of input) {
    text += String(part);
    if (text.includes('\n') || text.length > mostRead) break;
  }
  return text.split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
}

/**
 * Reads a password and makes the configuration line with its hash.
 * @param ask - prints the prompt, if `input` is a terminal.
 * @throws SettingsError if the password is empty or too long.
 */
export async function makePassword(input: NodeJS.ReadStream, ask: (line: string) => void): Promise<string> {
  if (input.isTTY) ask('Password (it is not shown):');
  const password = await readLine(input);
  if (password === '') throw new SettingsError('No password was given.');
  if (password.length > longestPassword)
    throw new SettingsError(`A password has at most ${longestPassword} characters.`);
  return passwordLine(password);
}

/** Refuses a folder that does not exist: a link in a mistyped one would never work. */
function refuseIfAbsent(folder: string): void {
  if (existsSync(folder)) return;
  throw new SettingsError(
    `The folder ${resolve(folder)} cannot be found, so no host reads wall links from it. Give the data folder of the host with --data. A new host makes its folder at its first start.`,
  );
}

function linksInFolder(folder: string): WallLinkList {
  return {
    list: async () => listWallLinks(folder),
    add: async (name, groups, now) => addWallLink(folder, name, groups, now),
    revoke: async (name) => revokeWallLink(folder, name),
  };
}

/**
 * Adds, revokes or lists wall links, in the data folder or in the database that hosts share.
 * @param print - prints the result: a new link, or the list.
 * @param note - prints hints for people, apart from the result.
 * @throws SettingsError if the command fails.
 */
export async function runWallLinks(
  command: WallLinksCommand,
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const { data, database } = command;
  if (database === null) {
    refuseIfAbsent(data);
    return changeWallLinks(linksInFolder(data), command, print, note);
  }
  const { SharedWallLinks } = await import('../access/shared/shared-wall-links.ts');
  const links = new SharedWallLinks(database.reveal());
  await changeWallLinks(links, command, print, note).finally(() => links.close());
}

async function changeWallLinks(
  links: WallLinkList,
  command: WallLinksCommand,
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  switch (command.verb) {
    case 'add': {
      const key = await links.add(command.name, command.groups, new Date());
      note('Open this below the address of the host, on that screen. It is not shown again:');
      print(`/wall?key=${key}`);
      return;
    }
    case 'revoke': {
      await links.revoke(command.name);
      const when = command.database === null ? 'from now on' : 'within a few seconds, at every host';
      note(`${JSON.stringify(command.name)} is revoked. Screens with this link show nothing ${when}.`);
      return;
    }
    case 'list': {
      const all = await links.list();
      if (all.length === 0) note('There is no wall link.');
      for (const { name, addedAt, groups } of all)
        print([name, `since ${addedAt.slice(0, 16)}Z`, ...groups.map((group) => `group ${group}`)].join('  '));
    }
  }
}
