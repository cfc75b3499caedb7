/** Parses the command line of `edgewatch`. Pure: it reads no files. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SettingsError } from '../net/settings-error.ts';
import { parseBasePath } from './base-path.ts';
import { checkSlug, parseBaseUrl } from './base-url.ts';
import type { Observe } from './defaults.ts';
import { checkHeaderValue, isHeaderName, isOwnHeader } from './header-values.ts';

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
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'config-check'; readonly file: string }
  | { readonly kind: 'check'; readonly options: CheckFlags }
  | { readonly kind: 'status'; readonly url: string; readonly json: boolean }
  | { readonly kind: 'password' }
  | HistoryCommand
  | WallLinksCommand;

export type HistoryCommand = { readonly kind: 'history'; readonly data: string } & (
  | { readonly verb: 'backup'; readonly file: string }
  /** `file` is `null` for standard output. */
  | { readonly verb: 'export'; readonly file: string | null }
  | { readonly verb: 'verify'; readonly json: boolean }
  | { readonly verb: 'rename'; readonly from: string; readonly to: string }
);

export type WallLinksCommand = { readonly kind: 'wall-links'; readonly data: string } & (
  | { readonly verb: 'list' }
  | { readonly verb: 'add'; readonly name: string; readonly groups: readonly string[] }
  | { readonly verb: 'revoke'; readonly name: string }
);

export type HeaderFlag = { readonly name: string } & ({ readonly value: string } | { readonly file: string });

export interface CheckFlags {
  readonly baseUrl: string;
  readonly json: boolean;
  readonly headers: readonly HeaderFlag[];
  readonly ca?: string;
  readonly timeoutSeconds?: number;
}

export const dataFolder = './edgewatch-data';

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
  status: { json: { type: 'boolean' } },
  'wall-links': { data: { type: 'string' }, group: { type: 'string', multiple: true } },
  history: { data: { type: 'string' }, json: { type: 'boolean' } },
} as const satisfies Readonly<Record<string, ParseArgsConfig['options']>>;

type Flags = typeof flagsOf;

export type Variables = Readonly<Record<string, string | undefined>>;

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
  if (first === 'status') return readStatus(args.slice(1));
  if (first === 'wall-links') return readWallLinks(args.slice(1), variables);
  if (first === 'history') return readHistory(args.slice(1), variables);
  if (first === 'password') return readPassword(args.slice(1));
  if (isCommand && first !== 'serve' && first !== 'check')
    throw new SettingsError(`There is no command ${JSON.stringify(first)}; try edgewatch --help.`);
  const rest = isCommand ? args.slice(1) : [...args];
  return first === 'check' ? readCheck(rest) : { kind: 'serve', options: readServe(rest, variables) };
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

const defaultHostUrl = 'http://127.0.0.1:4600';

function readStatus(args: readonly string[]): Command {
  const { values, positionals } = parse('status', args);
  const [url = defaultHostUrl, extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch status takes one URL; ${JSON.stringify(extra)} is one argument too many.`,
    );
  return { kind: 'status', url: parseBaseUrl(url, () => true), json: values.json ?? false };
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
  const data = values.data ?? inVariable('data', variables)?.text ?? dataFolder;
  if (verb !== 'add' && verb !== 'list' && verb !== 'revoke')
    throw new SettingsError(`edgewatch wall-links has add, list and revoke, not ${JSON.stringify(verb)}.`);
  if (values.group !== undefined && verb !== 'add')
    throw new SettingsError(`edgewatch wall-links ${verb} takes no --group.`);
  const oneTooMany = verb === 'list' ? name : extra;
  if (oneTooMany !== undefined)
    throw new SettingsError(
      `edgewatch wall-links ${verb}: ${JSON.stringify(oneTooMany)} is one argument too many; put a name with spaces in quotes.`,
    );
  if (verb === 'list') return { kind: 'wall-links', verb, data };
  if (name === undefined) throw new SettingsError(`edgewatch wall-links ${verb} needs a name.`);
  if (verb === 'revoke') return { kind: 'wall-links', verb, data, name };
  return { kind: 'wall-links', verb, data, name, groups: values.group ?? [] };
}

function readHistory(args: readonly string[], variables: Variables): Command {
  const { values, positionals } = parse('history', args);
  const [verb = '', file, ...more] = positionals;
  const data = values.data ?? inVariable('data', variables)?.text ?? dataFolder;
  if (verb !== 'backup' && verb !== 'export' && verb !== 'verify' && verb !== 'rename')
    throw new SettingsError(
      `edgewatch history has backup, export, verify and rename, not ${JSON.stringify(verb)}.`,
    );
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
  const headers = (values.header ?? []).map(readHeader);
  const names = headers.map(({ name }) => name.toLowerCase());
  const twice = headers.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index);
  if (twice) throw new SettingsError(`--header ${twice.name} is given twice.`);
  return {
    kind: 'check',
    options: {
      baseUrl: parseBaseUrl(baseUrl),
      json: values.json ?? false,
      headers,
      ...(values.ca !== undefined && { ca: values.ca }),
      ...(values.timeout !== undefined && {
        timeoutSeconds: readInteger({ name: '--timeout', text: values.timeout }, 1, 300),
      }),
    },
  };
}

/** Parses the value of `--header`. Error messages never repeat the value: it may be a secret. */
function readHeader(text: string): HeaderFlag {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (!isHeaderName(name))
    throw new SettingsError('--header must be NAME=VALUE or NAME=@FILE, with the name of a header.');
  if (isOwnHeader(name)) throw new SettingsError(`--header ${name} is refused: the check sets this header.`);
  const value = text.slice(at + 1);
  return value.startsWith('@')
    ? { name, file: value.slice(1) }
    : { name, value: checkHeaderValue(`--header ${name}`, value) };
}

interface Given {
  readonly name: string;
  readonly text: string;
}

function readObserve({ name, text }: Given): Observe {
  if (text === 'all' || text === 'status' || text === 'off') return text;
  throw new SettingsError(`${name} must be all, status or off, not ${JSON.stringify(text)}.`);
}

function variableOf(flag: string): string {
  return `EDGEWATCH_${flag.toUpperCase().replaceAll('-', '_')}`;
}

function inVariable(flag: string, variables: Variables): Given | undefined {
  const name = variableOf(flag);
  const text = variables[name]?.trim() ?? '';
  return text === '' ? undefined : { name, text };
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
    const text = values[flag];
    const found = text === undefined ? inVariable(flag, variables) : { name: `--${flag}`, text };
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
    port: given('port', integer(0, 65_535)),
    host: given('host', text),
    configFile: given('config', text),
    basePath: given('base-path', (found) => parseBasePath(found.text, found.name)),
    data: given('data', text),
    observe: given('observe', readObserve),
    tlsCert: given('tls-cert', text),
    tlsKey: given('tls-key', text),
    demoSeed: given('demo-seed', integer(0, 2_147_483_647)),
    demoScale: given('demo-scale', integer(1, 1_000)),
  });
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function withoutUndefined<T extends object>(members: T): Defined<T> {
  // Safe cast: only optional members can be undefined.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function readSwitch(given: Given | undefined): boolean {
  const word = given?.text.toLowerCase() ?? 'false';
  if (/^(?:1|true|yes|on)$/.test(word)) return true;
  if (/^(?:0|false|no|off)$/.test(word)) return false;
  throw new SettingsError(`${given?.name} must be true or false, not ${JSON.stringify(given?.text)}.`);
}

function parse<C extends keyof Flags>(command: C, args: readonly string[]) {
  checkFlags(command, args);
  return parseArgs({ args: [...args], options: flagsOf[command], allowPositionals: true });
}

/**
 * Refuses unknown or repeated flags, missing values, and values of switches. `parseArgs` would report these
 * in other words.
 */
function checkFlags(command: keyof Flags, args: readonly string[]): void {
  const flags: Readonly<Record<string, { readonly type: string; readonly multiple?: boolean }>> =
    flagsOf[command];
  const { tokens } = parseArgs({ args: [...args], options: flagsOf[command], strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag)
      throw new SettingsError(`edgewatch ${command} has no flag ${token.rawName}; try edgewatch --help.`);
    if (flag.type === 'boolean' && token.value !== undefined)
      throw new SettingsError(`${token.rawName} takes no value.`);
    if (
      flag.type === 'string' &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
    )
      throw new SettingsError(`${token.rawName} needs a value.`);
    if (seen.has(token.name) && flag.multiple !== true)
      throw new SettingsError(`${token.rawName} is given twice.`);
    seen.add(token.name);
  }
}

function readInteger({ name, text }: Given, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const more =
    name === 'EDGEWATCH_PORT' && text.includes('://')
      ? ' Kubernetes sets it for a service with the name edgewatch. Set enableServiceLinks: false to prevent this.'
      : '';
  throw new SettingsError(
    `${name} must be an integer from ${least} to ${most}, not ${JSON.stringify(text)}.${more}`,
  );
}

function readBaseUrl(text: string): { readonly slug?: string; readonly baseUrl: string } {
  // A slug stands before the first "=". A URL has ":" before any "=".
  const match = /^([^=:/]*)=(.*)$/s.exec(text);
  if (!match) return { baseUrl: parseBaseUrl(text) };
  const [, slug = '', url = ''] = match;
  return { slug: checkSlug(slug), baseUrl: parseBaseUrl(url) };
}
