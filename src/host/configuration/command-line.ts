/** Parses the command line of `edgewatch`. Pure: it reads no files. */

import type { ParseArgsConfig } from 'node:util';
import { Secret } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import {
  type Given,
  givenValue,
  inVariable,
  parseFlags,
  readInteger,
  readPort,
  readSwitch,
  type Variables,
  withoutUndefined,
} from './arguments/flags.ts';
import { type HeaderFlag, readHeaders } from './arguments/headers.ts';
import { type ImportCommand, readImport, readService, type ServiceCommand } from './arguments/import.ts';
import { type ReportCommand, readReport } from './arguments/report.ts';
import { parseBasePath } from './base-path.ts';
import { checkSlug, parseBaseUrl } from './base-url.ts';
import { dataFolder, defaultHost, defaultPort, type Observe } from './defaults.ts';
import { checkDatabase } from './own-secrets.ts';

export interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly open: boolean;
  readonly baseUrls: readonly { readonly slug?: string; readonly baseUrl: string }[];
  readonly configFile?: string;
  readonly basePath?: string;
  readonly demo: boolean;
  readonly demoSeed?: number;
  readonly demoScale?: number;
  /** Which endpoints the observer polls, for deployments without an `observe` setting of their own. */
  readonly observe?: Observe;
  readonly data?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Address of the database that several hosts share. */
  readonly database?: Secret;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'config-check'; readonly file: string }
  | { readonly kind: 'check'; readonly options: CheckFlags }
  | { readonly kind: 'status'; readonly url: string; readonly json: boolean }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'password' }
  | HistoryCommand
  | WallLinksCommand
  | ImportCommand
  | ServiceCommand
  | ReportCommand;

export type HistoryCommand = { readonly kind: 'history'; readonly data: string } & (
  | { readonly verb: 'backup'; readonly file: string }
  /** `file` is `null` for standard output. */
  | { readonly verb: 'export'; readonly file: string | null }
  | { readonly verb: 'verify'; readonly json: boolean }
  | { readonly verb: 'rename'; readonly from: string; readonly to: string }
  /** `data` is the data folder, and `database` the address of the database. */
  | { readonly verb: 'copy'; readonly database: string; readonly direction: 'to-database' | 'to-folder' }
);

export type WallLinksCommand = {
  readonly kind: 'wall-links';
  readonly data: string;
  /** Address of the database that hosts share; `null` if the data folder has the links. */
  readonly database: Secret | null;
} & (
  | { readonly verb: 'list' }
  | { readonly verb: 'add'; readonly name: string; readonly groups: readonly string[] }
  | { readonly verb: 'revoke'; readonly name: string }
);

export interface CheckFlags {
  readonly baseUrl: string;
  readonly json: boolean;
  readonly headers: readonly HeaderFlag[];
  readonly ca?: string;
  readonly timeoutSeconds?: number;
}

/** Flags of each command, in the form of `parseArgs`. */
const flagsOf = {
  serve: {
    port: { type: 'string' },
    host: { type: 'string' },
    open: { type: 'boolean' },
    'base-url': { type: 'string', multiple: true },
    config: { type: 'string' },
    'base-path': { type: 'string' },
    data: { type: 'string' },
    database: { type: 'string' },
    observe: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    demo: { type: 'boolean' },
    'demo-seed': { type: 'string' },
    'demo-scale': { type: 'string' },
  },
  check: {
    json: { type: 'boolean' },
    header: { type: 'string', multiple: true },
    ca: { type: 'string' },
    timeout: { type: 'string' },
  },
  status: { json: { type: 'boolean' }, ready: { type: 'boolean' } },
  'wall-links': {
    data: { type: 'string' },
    database: { type: 'string' },
    group: { type: 'string', multiple: true },
  },
  history: {
    data: { type: 'string' },
    json: { type: 'boolean' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, ParseArgsConfig['options']>>;

type Flags = typeof flagsOf;

/**
 * Parses the arguments into the command to run.
 * @param args - arguments after the program's name.
 * @param variables - environment variables, used for flags that are absent.
 * @throws SettingsError with one sentence about the first mistake.
 */
export function parseCommandLine(args: readonly string[], variables: Variables = {}): Command {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  if (args.includes('--version') || args.includes('-v')) return { kind: 'version' };
  const [first = ''] = args;
  const isCommand = first !== '' && !first.startsWith('-');
  if (first === 'config') return readConfigCheck(args.slice(1), variables);
  if (first === 'status') return readStatus(args.slice(1), variables);
  if (first === 'wall-links') return readWallLinks(args.slice(1), variables);
  if (first === 'history') return readHistory(args.slice(1), variables);
  if (first === 'password') return readPassword(args.slice(1));
  if (first === 'import') return readImport(args.slice(1), variables);
  if (first === 'report') return readReport(args.slice(1), variables);
  if (isCommand && first !== 'serve' && first !== 'check')
    throw new SettingsError(`There is no command ${JSON.stringify(first)}; try edgewatch --help.`);
  const rest = isCommand ? args.slice(1) : [...args];
  if (first === 'check') return readCheck(rest);
  if (rest.includes('--service')) return readService(rest, variables);
  return { kind: 'serve', options: readServe(rest, variables) };
}

function readConfigCheck([verb, given, ...extra]: readonly string[], variables: Variables): Command {
  if (verb !== 'check')
    throw new SettingsError('edgewatch config has one command: edgewatch config check [FILE].');
  const file = given ?? variables['EDGEWATCH_CONFIG'] ?? '';
  if (file === '')
    throw new SettingsError('edgewatch config check needs a file or the variable EDGEWATCH_CONFIG.');
  const [wrong] = [file, ...extra].filter((text, index) => index > 0 || text.startsWith('-'));
  if (wrong !== undefined)
    throw new SettingsError(
      `edgewatch config check takes one file; ${JSON.stringify(wrong)} is no file or one argument too many.`,
    );
  return { kind: 'config-check', file };
}

/** Addresses that stand for every address of the machine → one of them that the machine itself can reach. */
const reachable: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['[::]', '[::1]'],
]);

/** Returns the URL of a host that runs on this machine with the same environment, as in a container. */
function ownUrl(variables: Variables): string {
  const bound = inVariable('host', variables)?.text ?? defaultHost;
  const address = reachable.get(bound) ?? bound;
  const host = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
  const port = inVariable('port', variables);
  const basePath = inVariable('base-path', variables);
  const scheme = inVariable('tls-cert', variables) ? 'https' : 'http';
  const path = basePath ? parseBasePath(basePath.text, basePath.name) : '';
  return `${scheme}://${host}:${port ? readPort(port) : defaultPort}${path}`;
}

function readStatus(args: readonly string[], variables: Variables): Command {
  const { values, positionals } = parse('status', args);
  const [given, extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch status takes one URL; ${JSON.stringify(extra)} is one argument too many.`,
    );
  const url = parseBaseUrl(given ?? ownUrl(variables), () => true);
  if (values.ready !== true) return { kind: 'status', url, json: values.json ?? false };
  if (values.json === true) throw new SettingsError('edgewatch status --ready takes no --json.');
  return { kind: 'ready', url };
}

function readPassword([extra]: readonly string[]): Command {
  // The argument may be the password, and other processes can see it: the message must not repeat it.
  if (extra !== undefined)
    throw new SettingsError('edgewatch password takes no argument; it reads one line from standard input.');
  return { kind: 'password' };
}

function readWallLinks(args: readonly string[], variables: Variables): Command {
  const { values, positionals } = parse('wall-links', args);
  const [verb = 'list', name, extra] = positionals;
  const given = givenValue('database', values.database, variables);
  const place = {
    kind: 'wall-links' as const,
    data: values.data ?? inVariable('data', variables)?.text ?? dataFolder,
    database: given ? readDatabase(given) : null,
  };
  if (verb !== 'add' && verb !== 'list' && verb !== 'revoke')
    throw new SettingsError(`edgewatch wall-links has add, list and revoke, not ${JSON.stringify(verb)}.`);
  if (values.group !== undefined && verb !== 'add')
    throw new SettingsError(`edgewatch wall-links ${verb} takes no --group.`);
  const oneTooMany = verb === 'list' ? name : extra;
  if (oneTooMany !== undefined)
    throw new SettingsError(
      `edgewatch wall-links ${verb}: ${JSON.stringify(oneTooMany)} is one argument too many; put a name with spaces in quotes.`,
    );
  if (verb === 'list') return { ...place, verb };
  if (name === undefined) throw new SettingsError(`edgewatch wall-links ${verb} needs a name.`);
  if (verb === 'revoke') return { ...place, verb, name };
  return { ...place, verb, name, groups: values.group ?? [] };
}

function readHistory(args: readonly string[], variables: Variables): Command {
  const { values, positionals } = parse('history', args);
  const [verb = '', file, ...more] = positionals;
  const data = values.data ?? inVariable('data', variables)?.text ?? dataFolder;
  if (verb === 'copy') return readHistoryCopy(values, file);
  if (verb !== 'backup' && verb !== 'export' && verb !== 'verify' && verb !== 'rename')
    throw new SettingsError(
      `edgewatch history has backup, copy, export, verify and rename, not ${JSON.stringify(verb)}.`,
    );
  if (values.from !== undefined || values.to !== undefined)
    throw new SettingsError(`edgewatch history ${verb} takes neither --from nor --to.`);
  if (values.json === true && verb !== 'verify')
    throw new SettingsError(`edgewatch history ${verb} takes no --json.`);
  if (verb === 'rename') {
    const [to] = more;
    if (file === undefined || to === undefined || more.length > 1)
      throw new SettingsError('edgewatch history rename takes two slugs: the old one and the new one.');
    return { kind: 'history', verb, data, from: checkSlug(file), to: checkSlug(to) };
  }
  const [extra] = more;
  const oneTooMany = verb === 'verify' ? file : extra;
  if (oneTooMany !== undefined)
    throw new SettingsError(
      `edgewatch history ${verb}: ${JSON.stringify(oneTooMany)} is one argument too many.`,
    );
  if (verb === 'verify') return { kind: 'history', verb, data, json: values.json ?? false };
  if (verb === 'export') return { kind: 'history', verb, data, file: file ?? null };
  if (file === undefined) throw new SettingsError('edgewatch history backup needs the name of a new file.');
  return { kind: 'history', verb, data, file };
}

/** Reads `--from` and `--to`: one is `sqlite:` and a data folder, the other the address of a database. */
function readHistoryCopy(
  values: ReturnType<typeof parse<'history'>>['values'],
  extra: string | undefined,
): Command {
  const { from = '', to = '' } = values;
  const folderOf = (place: string) => (place.startsWith('sqlite:') ? place.slice('sqlite:'.length) : '');
  const isDatabase = (place: string) => /^postgres(?:ql)?:\/\//.test(place);
  if (extra !== undefined || values.data !== undefined || values.json !== undefined)
    throw new SettingsError('edgewatch history copy takes --from and --to, and nothing else.');
  if (folderOf(from) !== '' && isDatabase(to))
    return { kind: 'history', verb: 'copy', data: folderOf(from), database: to, direction: 'to-database' };
  if (isDatabase(from) && folderOf(to) !== '')
    return { kind: 'history', verb: 'copy', data: folderOf(to), database: from, direction: 'to-folder' };
  throw new SettingsError(
    'edgewatch history copy needs --from and --to: one is sqlite:FOLDER, the data folder of a host, the other postgres://user@host/name.',
  );
}

function readCheck(args: readonly string[]): Command {
  const { values, positionals } = parse('check', args);
  const [baseUrl, extra] = positionals;
  if (baseUrl === undefined) throw new SettingsError('edgewatch check needs the base URL of a deployment.');
  // A header value without quotes is split at its spaces, so `extra` may be part of a secret: the message
  // must not repeat it.
  if (extra !== undefined && values.header !== undefined)
    throw new SettingsError(
      'edgewatch check takes one base URL; put a header whose value has spaces in quotes.',
    );
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch check takes one base URL; ${JSON.stringify(extra)} is one argument too many.`,
    );
  return {
    kind: 'check',
    options: {
      baseUrl: parseBaseUrl(baseUrl),
      json: values.json ?? false,
      headers: readHeaders(values.header ?? []),
      ...(values.ca !== undefined && { ca: values.ca }),
      ...(values.timeout !== undefined && {
        timeoutSeconds: readInteger({ name: '--timeout', text: values.timeout }, 1, 300),
      }),
    },
  };
}

/** Reads an address with a password, which no message may repeat. */
function readDatabase({ name, text }: Given): Secret {
  try {
    checkDatabase(text);
    return new Secret(text);
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    throw new SettingsError(`${name}: ${cause.message}`);
  }
}

function readObserve({ name, text }: Given): Observe {
  if (text === 'all' || text === 'status' || text === 'off') return text;
  throw new SettingsError(`${name} must be all, status or off, not ${JSON.stringify(text)}.`);
}

function readServe(args: readonly string[], variables: Variables): ServeOptions {
  const { values, positionals } = parse('serve', args);
  const [extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch serve takes no argument ${JSON.stringify(extra)}; try edgewatch --help.`,
    );
  type TextFlag = {
    [F in keyof Flags['serve']]: (typeof values)[F] extends string | undefined ? F : never;
  }[keyof Flags['serve']];
  const given = <R>(flag: TextFlag, read: (given: Given) => R): R | undefined => {
    const found = givenValue(flag, values[flag], variables);
    return found && read(found);
  };
  const isOn = (flag: 'open' | 'demo') => values[flag] ?? readSwitch(inVariable(flag, variables));
  const baseUrls = values['base-url'] ?? inVariable('base-url', variables)?.text.split(/\s+/) ?? [];
  const integer = (least: number, most: number) => (found: Given) => readInteger(found, least, most);
  const text = (found: Given) => found.text;
  return withoutUndefined({
    open: isOn('open'),
    demo: isOn('demo'),
    baseUrls: baseUrls.map(readBaseUrl),
    port: given('port', readPort),
    host: given('host', text),
    configFile: given('config', text),
    basePath: given('base-path', (found) => parseBasePath(found.text, found.name)),
    data: given('data', text),
    database: given('database', readDatabase),
    observe: given('observe', readObserve),
    tlsCert: given('tls-cert', text),
    tlsKey: given('tls-key', text),
    demoSeed: given('demo-seed', integer(0, 2_147_483_647)),
    demoScale: given('demo-scale', integer(1, 1_000)),
  });
}

function parse<C extends keyof Flags>(command: C, args: readonly string[]) {
  return parseFlags(command, flagsOf[command], args);
}

function readBaseUrl(text: string): { readonly slug?: string; readonly baseUrl: string } {
  // A slug stands before the first "=". A URL has ":" before any "=".
  const match = /^([^=:/]*)=(.*)$/s.exec(text);
  if (!match) return { baseUrl: parseBaseUrl(text) };
  const [, slug = '', url = ''] = match;
  return { slug: checkSlug(slug), baseUrl: parseBaseUrl(url) };
}
