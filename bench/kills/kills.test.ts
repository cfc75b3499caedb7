import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../src/service/demo/random.ts';
import { cutPower } from './cuts.ts';
import { moments, Victim } from './kills.ts';
import { killNotes } from './note-kills.ts';

const root = join(import.meta.dirname, '../..');

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'edgewatch-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds a writer into a folder below node_modules, where the packages of the product resolve. */
async function builtWriter(name = 'writer.ts'): Promise<string> {
  const outDir = folderIn(join(root, 'node_modules'));
  const rolldownOptions = {
    input: join(import.meta.dirname, name),
    output: { entryFileNames: 'writer.js' },
  };
  const options = { ssr: true, outDir, target: 'node20', minify: false, rolldownOptions } as const;
  await build({ root, configFile: false, logLevel: 'error', publicDir: false, build: options });
  return join(outDir, 'writer.js');
}

test('confirmed writes survive a kill at any moment, once, and nothing else is there', async () => {
  const victim = new Victim(await builtWriter(), folderIn(tmpdir()), 7);
  let stored = 0;
  for (const moment of ['first start', 'write', ...moments, 'any', 'write', 'close', 'tidy'] as const) {
    const kill = await victim.kill(moment, moment === 'any');
    expect(kill).toMatchObject({ moment, problems: [] });
    stored += kill.stored;
  }
  expect(stored).toBeGreaterThan(20);
});

test('confirmed notes survive a kill, and a repeated one is there once', async () => {
  const done = await killNotes(await builtWriter('note-writer.ts'), folderIn(tmpdir()), 12, 5);
  expect(done).toMatchObject({ kills: 12, problems: [] });
  expect(done.confirmed).toBeGreaterThan(20);
});

test('confirmed writes survive a power cut', async () => {
  const cuts = await cutPower(folderIn(tmpdir()), 30, createRandom(3, 'cuts'));
  expect(cuts.flatMap(({ problems }) => problems)).toEqual([]);
  expect(cuts.some(({ confirmed, stored }) => stored > confirmed)).toBe(true);
});
