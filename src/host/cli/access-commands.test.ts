import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { WallLinksCommand } from '../configuration/command-line.ts';
import { SettingsError } from '../net/settings-error.ts';
import { runWallLinks } from './access-commands.ts';

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-wall-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function printedBy(command: WallLinksCommand): Promise<readonly string[]> {
  const printed: string[] = [];
  await runWallLinks(
    command,
    (line) => printed.push(line),
    () => undefined,
  );
  return printed;
}

test.each<readonly [string, (data: string) => WallLinksCommand]>([
  ['add', (data) => ({ kind: 'wall-links', database: null, verb: 'add', name: 'lobby', groups: [], data })],
  ['list', (data) => ({ kind: 'wall-links', database: null, verb: 'list', data })],
  ['revoke', (data) => ({ kind: 'wall-links', database: null, verb: 'revoke', name: 'lobby', data })],
])('%s refuses a folder that does not exist, and does not make it', async (_, commandWith) => {
  const data = join(folderOfTest(), 'edgewatch-dta');
  const refused = () => printedBy(commandWith(data));
  await expect(refused()).rejects.toThrow(SettingsError);
  await expect(refused()).rejects.toThrow(
    `The folder ${data} cannot be found, so no host reads wall links from it. Give the data folder of the host with --data.`,
  );
  expect(existsSync(data)).toBe(false);
});

test('a link is added to a folder that exists, and listed', async () => {
  const data = folderOfTest();
  expect(
    await printedBy({ kind: 'wall-links', database: null, verb: 'add', name: 'lobby', groups: [], data }),
  ).toEqual([expect.stringMatching(/^\/wall\?key=[\w-]{43}$/)]);
  expect(await printedBy({ kind: 'wall-links', database: null, verb: 'list', data })).toEqual([
    expect.stringMatching(/^lobby /),
  ]);
});
