/** Settings from the command line and the file that it names. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServeOptions, Variables } from '../cli/command-line.ts';
import { SettingsError } from './base-url.ts';
import { proxiesIn } from './proxies.ts';
import { makeSettings, type Settings } from './settings.ts';

/** @throws SettingsError with every mistake of the file, else the first beyond it. */
export async function readSettings(options: ServeOptions, variables: Variables): Promise<Settings> {
  const { configFile } = options;
  proxiesIn(variables);
  if (configFile === undefined) return makeSettings(options);
  const { parseConfigFile } = await import('./config-file.ts');
  const places = { variables, folder: dirname(resolve(configFile)) };
  return makeSettings(options, parseConfigFile(readConfiguration(configFile), configFile, places), configFile);
}

function readConfiguration(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new SettingsError(`The configuration file ${file} cannot be read (${reason}).`);
  }
}
