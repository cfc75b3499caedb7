/** The program `edgewatch`: reads the command line, runs one command, ends with 0 or 1. */

import { readFileSync } from 'node:fs';
import { SettingsError } from './base-url.ts';
import { type Command, helpText, parseCommandLine, type ServeOptions } from './command-line.ts';
import { makeSettings, type Settings } from './settings.ts';

/** Set by the build, vite.host.config.ts. */
declare const edgewatchVersion: string;

/** Built to dist/host/edgewatch.js, beside dist/app. */
const appFolder = new URL('../app/', import.meta.url);
const listProgram = new URL('list-thread.js', import.meta.url);

const stopMilliseconds = 10_000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function readSettings(options: ServeOptions): Promise<Settings> {
  const { configFile } = options;
  if (configFile === undefined) return makeSettings(options);
  const { parseConfigFile } = await import('./config-file.ts');
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new SettingsError(`The configuration file ${configFile} cannot be read (${reason}).`);
  }
  return makeSettings(options, parseConfigFile(text, configFile), configFile);
}

/** Calls `stop` on the first signal to end; ends at once on the second. */
function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

async function runServe(options: ServeOptions): Promise<void> {
  const settings = await readSettings(options);
  const { serve } = await import('./serve.ts');
  const host = serve(settings, { appFolder, listProgram, version: edgewatchVersion, print, report });
  onSignal(async () => (await host).close(stopMilliseconds));
  process.on('unhandledRejection', (reason) => {
    report(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
  await host;
}

async function run(command: Command): Promise<void> {
  switch (command.kind) {
    case 'help':
      print(helpText.trimEnd());
      return;
    case 'version':
      print(edgewatchVersion);
      return;
    case 'serve':
      return runServe(command.options);
    case 'check': {
      const { runCheck } = await import('./check/check.ts');
      const { text, passed } = await runCheck(command.baseUrl, { json: command.json });
      print(text.trimEnd());
      if (!passed) process.exitCode = 1;
    }
  }
}

try {
  await run(parseCommandLine(process.argv.slice(2)));
} catch (error) {
  report(error instanceof SettingsError ? error.message : `Edgewatch could not go on: ${String(error)}`);
  process.exitCode = 1;
}
