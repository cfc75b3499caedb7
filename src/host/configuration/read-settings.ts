import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { repeatedNames } from '#contract/names/deployment-names.ts';
import { proxiesIn } from '../net/proxies.ts';
import { SettingsError } from '../net/settings-error.ts';
import type { Variables } from './arguments/flags.ts';
import type { ServeOptions } from './command-line.ts';
import { mistakeLine } from './mistakes.ts';
import { makeSettings, type Settings } from './settings.ts';

/**
 * Reads the settings from the command line, the configuration file and the environment.
 * @throws SettingsError with every mistake of the file, or with the first mistake elsewhere.
 */
export async function readSettings(options: ServeOptions, variables: Variables): Promise<Settings> {
  const { configFile } = options;
  proxiesIn(variables);
  if (configFile === undefined) return makeSettings(options);
  const { parseConfigFile } = await import('./config-file.ts');
  const places = { variables, folder: dirname(resolve(configFile)) };
  return makeSettings(options, parseConfigFile(readConfiguration(configFile), configFile, places), configFile);
}

export async function warningsFor(
  configFile: string,
  { proxied, demo }: Pick<Settings, 'proxied' | 'demo'>,
): Promise<readonly string[]> {
  const demoNames = demo ? (await import('#service/demo/plans.ts')).demoPlans.map(({ name }) => name) : [];
  const repeated = repeatedNames([...proxied.map(({ name }) => name), ...demoNames]);
  if (repeated.size === 0) return [];
  const { placeInText } = await import('./config-file.ts');
  const text = readConfiguration(configFile);
  return proxied.flatMap(({ slug, name }, index) => {
    if (!repeated.has(index)) return [];
    const path = ['deployments', index, 'name'];
    return mistakeLine(`${configFile}:${placeInText(text, path)}: warning`, {
      path,
      problem: `another deployment also has the name ${JSON.stringify(name)}`,
      hint: `Pages and messages add the slug: "${name} (${slug})". Give each deployment its own name.`,
    });
  });
}

function readConfiguration(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new SettingsError(`The configuration file ${file} cannot be read (${reason}).`);
  }
}
