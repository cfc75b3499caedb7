/** Entry point of the program `edgewatch`: parses the command line and runs one command. */

import type { ImportCommand, ServiceCommand } from '../configuration/arguments/import.ts';
import {
  type CheckFlags,
  type Command,
  parseCommandLine,
  type ServeOptions,
} from '../configuration/command-line.ts';
import { dataFolder } from '../configuration/defaults.ts';
import { secretsOf } from '../configuration/own-secrets.ts';
import { readSettings, warningsFor } from '../configuration/read-settings.ts';
import { claimFolder, claimNotice } from '../data/folder-lock.ts';
import { beginRun } from '../data/run-record.ts';
import type { History } from '../history/history.ts';
import { checkLevel } from '../log/levels.ts';
import { SettingsError } from '../net/settings-error.ts';
import { helpText } from './help.ts';

/** Version of Edgewatch. The build inserts it (vite.host.config.ts). */
declare const edgewatchVersion: string;

/** Folder of the built app: the build writes dist/host/edgewatch.js beside dist/app. */
const appFolder = new URL('../app/', import.meta.url);

const stopMilliseconds = 10_000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Calls `stop` on the first SIGTERM or SIGINT, and exits afterwards. A second signal exits at once. */
function onSignal(stop: () => Promise<unknown>): void {
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

/** Exit code after a crash. A supervisor should restart the host, unlike after a mistake in the settings. */
const crashExitCode = 70;

async function runServe(options: ServeOptions): Promise<void> {
  let hangUp: () => void = () => undefined;
  process.on('SIGHUP', () => hangUp());
  // As process 1 of a container, the host gets only signals that it handles. Until it serves, nothing has to be closed.
  let close: () => Promise<unknown> = async () => undefined;
  onSignal(() => close());
  const secrets = new Set<string>();
  const read = async () => {
    const settings = await readSettings(options, process.env);
    for (const secret of secretsOf(settings)) secrets.add(secret);
    return settings;
  };
  const settings = await read();
  const level = checkLevel(process.env['EDGEWATCH_LOG']);
  const [
    { serve },
    { Drawer },
    { Observer },
    { RecordedHistory },
    { keepUpToDate },
    { openLog },
    { maskOf },
    { tellSystemd },
  ] = await Promise.all([
    import('./serve.ts'),
    import('../drawing/drawer.ts'),
    import('../observe/observer.ts'),
    import('../history/history.ts'),
    import('./reload.ts'),
    import('../log/log.ts'),
    import('../net/mask-secrets.ts'),
    import('./service-manager.ts'),
  ]);
  const log = openLog({ level, mask: (text) => maskOf([...secrets])(text) });
  let endRun: () => void = () => undefined;
  process.on('exit', (code) => {
    if (code === 0) endRun();
    log.flush();
  });
  process.on('unhandledRejection', (reason) => {
    log.report(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
  process.on('uncaughtException', (error) => {
    log.fatal(error);
    process.exit(crashExitCode);
  });
  const { report, note } = log;
  const drawing = new Drawer(new URL('drawing-thread.js', import.meta.url), report);
  const observing = new Observer(new URL('observer-thread.js', import.meta.url), report);
  const version = edgewatchVersion;
  const data = options.data ?? dataFolder;
  const claim = await claimFolder(data);
  const notice = claimNotice(data, claim);
  if (notice !== null) report(notice);
  const history: History = new RecordedHistory({
    script: new URL('history-thread.js', import.meta.url),
    folder: data,
    version,
    report,
    onStart: () => observing.recordTo((port) => history.listen(port)),
  });
  const starting = serve(settings, {
    appFolder,
    drawing,
    observing,
    history,
    data: claim.kind === 'ours' || claim.kind === 'read-only' ? data : null,
    version,
    print,
    report,
    onAnswered: log.request,
  });
  const tell = tellSystemd(process.env, report);
  close = () => Promise.all([tell('STOPPING'), starting.then((host) => host.close(stopMilliseconds))]);
  const configFile = options.configFile ?? null;
  const host = await starting;
  // Only a successful start counts as a run: a failed one must not look like a crash.
  if (claim.kind === 'ours') endRun = beginRun(data, report);
  drawing.start();
  const upToDate = keepUpToDate({ host, settings, configFile, read, report, note });
  hangUp = () => {
    void tell('RELOADING');
    void upToDate.reload().then(() => tell('READY'));
  };
  await tell('READY');
}

async function check({ baseUrl, json, headers, ca, timeoutSeconds }: CheckFlags): Promise<void> {
  const { headerValues, readAuthority } = await import('./given-files.ts');
  const [values, authority] = [headerValues(headers), readAuthority(ca)];
  const [{ runCheck }, { limitsFor }, { openFetch }] = await Promise.all([
    import('../check/check.ts'),
    import('../check/requests.ts'),
    import('../check/open-fetch.ts'),
  ]);
  const limits = limitsFor(timeoutSeconds);
  const network = openFetch(authority, limits.requestMilliseconds);
  try {
    const options = { json, limits, headers: values, fetch: network.fetch };
    const { text, passed } = await runCheck(baseUrl, options);
    print(text.trimEnd());
    if (!passed) process.exitCode = 1;
  } finally {
    await network.close();
  }
}

/** Prints whether the host at `url` serves. Docker reserves exit code 2 of a health check, so any failure is 1. */
async function ready(url: string): Promise<void> {
  const { whyNotReady } = await import('./ready.ts');
  const why = await whyNotReady(url);
  if (why === null) return print(`The host at ${url} is ready.`);
  report(`The host at ${url} is not ready: ${why}.`);
  process.exitCode = 1;
}

async function status(url: string, json: boolean): Promise<void> {
  const { askHost, exitCodeOf, statusText } = await import('./status.ts');
  try {
    const found = await askHost(url, process.env['EDGEWATCH_TOKEN']);
    print(json ? JSON.stringify(found, null, 2) : statusText(found));
    process.exitCode = exitCodeOf(found);
  } catch (cause) {
    const { requestFault } = await import('../net/request-fault.ts');
    // `fetch` has this message for every fault of the network.
    const isOfNetwork = cause instanceof Error && cause.message === 'fetch failed';
    const why = isOfNetwork
      ? requestFault(cause, 'the host')
      : String(cause instanceof Error ? cause.message : cause);
    report(`The host at ${url} cannot be reached: ${why}.`);
    process.exitCode = 2;
  }
}

/**
 * Checks a configuration file and prints warnings. `open: true`, because --open may be given when the host
 * starts.
 */
async function checkConfiguration(configFile: string): Promise<void> {
  const options = { open: true, demo: false, baseUrls: [], configFile };
  const settings = await readSettings(options, process.env);
  for (const line of await warningsFor(configFile, settings)) print(line);
  const { proxied, demo } = settings;
  const more = demo ? ' and the demo' : '';
  print(`${configFile}: no mistakes. Deployments: ${proxied.length}${more}.`);
}

async function runImport(command: ImportCommand): Promise<void> {
  // SQLite sorts the rows of an index in files. Other folders may be read-only, for example in a container.
  process.env['SQLITE_TMPDIR'] ??= command.data;
  const output = { print, report, terminal: process.stderr };
  const { data, from } = command;
  const isStored =
    'files' in from
      ? await (await import('./import/import-files.ts')).importFiles(data, from, output)
      : await (await import('./import/import-deployment.ts')).importDeployment(data, from, output);
  // 1 is a result: a file or a list was refused.
  if (!isStored) process.exitCode = 1;
}

async function runService(command: ServiceCommand): Promise<void> {
  const level = checkLevel(process.env['EDGEWATCH_LOG']);
  const [{ serveService }, { openLog }] = await Promise.all([
    import('./serve-service.ts'),
    import('../log/log.ts'),
  ]);
  const log = openLog({ level });
  process.on('exit', () => log.flush());
  const starting = serveService(command, { print, onAnswered: log.request });
  onSignal(async () => (await starting).close(stopMilliseconds));
  await starting;
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
    case 'config-check':
      return checkConfiguration(command.file);
    case 'password': {
      const { makePassword } = await import('./access-commands.ts');
      print(await makePassword(process.stdin, report));
      // Standard input may stay open, and would keep the process alive.
      process.stdin.destroy();
      return;
    }
    case 'history': {
      const { runHistory } = await import('./history-commands.ts');
      process.exitCode = await runHistory(command, process.stdout, report);
      return;
    }
    case 'report': {
      const { runReport } = await import('./report-command.ts');
      return runReport(command, process.env, process.stdout);
    }
    case 'wall-links': {
      const { runWallLinks } = await import('./access-commands.ts');
      return runWallLinks(command, print, report);
    }
    case 'check':
      return check(command.options);
    case 'status':
      return status(command.url, command.json);
    case 'import':
      return runImport(command);
    case 'service':
      return runService(command);
    case 'ready':
      return ready(command.url);
  }
}

try {
  await run(parseCommandLine(process.argv.slice(2), process.env));
} catch (error) {
  report(
    error instanceof SettingsError ? error.message : `Edgewatch stopped because of an error: ${String(error)}`,
  );
  // For these commands, 1 is a result and not an error.
  const isResult = ['check', 'history', 'import', 'status'].includes(process.argv[2] ?? '');
  process.exitCode = isResult ? 2 : error instanceof SettingsError ? 1 : crashExitCode;
}
