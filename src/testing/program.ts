import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformWithOxc } from 'vite';

async function transformed(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return code.replaceAll(/'(\.\/[\w-]+)\.ts'|"(\.\/[\w-]+)\.ts"/g, (_, one, other) => `'${one ?? other}.mjs'`);
}

/**
 * Writes a program for a process of its own.
 * @param folder - receives the program and its modules.
 * @param modules - paths of the modules, the main one first. They import only each other and packages.
 * @param calls - code that follows that of the first module.
 * @returns the path of the program.
 */
export async function writeProgram(
  folder: string,
  [main, ...others]: readonly [string, ...string[]],
  calls: string,
): Promise<string> {
  for (const file of others)
    writeFileSync(join(folder, basename(file, '.ts').concat('.mjs')), await transformed(file));
  const program = join(folder, 'program.mjs');
  writeFileSync(program, `${await transformed(main)}\n${calls}`);
  return program;
}
