/** The command line, as data. Pure: nothing is read and nothing is started here. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { checkSlug, parseBaseUrl, SettingsError } from '../configuration/base-url.ts';

/** What `edgewatch serve` was given; absent where it was not. */
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
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'check'; readonly options: CheckFlags };

/** A header for every question: its value, or the file that holds it. */
export type HeaderFlag = { readonly name: string } & ({ readonly value: string } | { readonly file: string });

/** What `edgewatch check` was given; absent where it was not. */
export interface CheckFlags {
  readonly baseUrl: string;
  readonly json: boolean;
  readonly headers: readonly HeaderFlag[];
  /** A file of certificates. */
  readonly ca?: string;
  readonly timeoutSeconds?: number;
}

export const helpText = `Usage: edgewatch [serve] [options]
       edgewatch check BASE_URL [options]

serve   Show deployments in the browser. Without --base-url or --config: a demo fleet.
  --port N            Port to listen on, 0 for any free one (4600)
  --host ADDRESS      Address to listen on (127.0.0.1); any other than loopback needs --open
  --open              Let everyone who reaches the address see everything
  --base-url URL      A deployment to show, repeatable; slug=URL names it. Turns the demo off
  --config FILE       Settings from a file: JSON with comments, see docs/configuration.md
  --base-path /PATH   Serve everything below this path
  --demo              Show the demo fleet, also beside other deployments
  --demo-seed N       Another demo fleet
  --demo-scale N      A larger one: N times the buckets, assets, applications and event types

check   Compare a deployment with the API document. Ends with 0, or with 1 where it departs.
  --json              Print the result as JSON
  --header NAME=VALUE Send a header with every question, repeatable; NAME=@FILE reads its value
  --ca FILE           Trust the certificates in FILE (PEM), too
  --timeout SECONDS   For one answer (10)

  --help, --version
`;

const serveFlags = {
  port: { type: 'string' },
  host: { type: 'string' },
  open: { type: 'boolean' },
  'base-url': { type: 'string', multiple: true },
  config: { type: 'string' },
  'base-path': { type: 'string' },
  demo: { type: 'boolean' },
  'demo-seed': { type: 'string' },
  'demo-scale': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const checkFlags = {
  json: { type: 'boolean' },
  header: { type: 'string', multiple: true },
  ca: { type: 'string' },
  timeout: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const flagsOf = { serve: serveFlags, check: checkFlags } as const;

/**
 * Reads the arguments after the program's name.
 *
 * @throws SettingsError with one sentence on the first mistake.
 */
export function parseCommandLine(args: readonly string[]): Command {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  if (args.includes('--version') || args.includes('-v')) return { kind: 'version' };
  const [first = ''] = args;
  const named = first !== '' && !first.startsWith('-');
  if (named && first !== 'serve' && first !== 'check')
    throw new SettingsError(`There is no command ${JSON.stringify(first)}; try edgewatch --help.`);
  const rest = named ? args.slice(1) : [...args];
  return first === 'check' ? readCheck(rest) : { kind: 'serve', options: readServe(rest) };
}

function readCheck(args: readonly string[]): Command {
  checkFlagNames('check', args);
  const { values, positionals } = parseArgs({
    args: [...args],
    options: checkFlags,
    allowPositionals: true,
  });
  const [baseUrl, extra] = positionals;
  if (baseUrl === undefined) throw new SettingsError('edgewatch check needs the base URL of a deployment.');
  // What follows a header without quotes may be the rest of a secret.
  if (extra !== undefined && values.header !== undefined)
    throw new SettingsError(
      'edgewatch check takes one base URL; a header whose value has spaces stands in quotes.',
    );
  if (extra !== undefined)
    throw new SettingsError(`edgewatch check takes one base URL; ${JSON.stringify(extra)} is one too many.`);
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
        timeoutSeconds: readInteger('--timeout', values.timeout, 1, 300),
      }),
    },
  };
}

/** Those by which a connection lives, and what the check itself must say. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** No sentence repeats what stands behind the name: it may be a secret. */
function readHeader(text: string): HeaderFlag {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
    throw new SettingsError('--header must be NAME=VALUE or NAME=@FILE, with the name of a header.');
  if (ownHeaders.has(name.toLowerCase()))
    throw new SettingsError(`--header ${name} is refused: the check says that itself.`);
  const value = text.slice(at + 1);
  return value.startsWith('@')
    ? { name, file: value.slice(1) }
    : { name, value: checkHeaderValue(name, value) };
}

/**
 * A header's value without the blanks and line ends around it.
 *
 * @throws SettingsError without the value where it cannot be sent.
 */
export function checkHeaderValue(name: string, text: string): string {
  const value = text.trim();
  if (value === '') throw new SettingsError(`--header ${name} has no value.`);
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw new SettingsError(`--header ${name} must be one line of ASCII characters.`);
  return value;
}

function readServe(args: readonly string[]): ServeOptions {
  checkFlagNames('serve', args);
  const { values, positionals } = parseArgs({ args: [...args], options: serveFlags, allowPositionals: true });
  const [extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch serve takes no argument ${JSON.stringify(extra)}; try edgewatch --help.`,
    );
  return {
    open: values.open ?? false,
    demo: values.demo ?? false,
    baseUrls: (values['base-url'] ?? []).map(readBaseUrl),
    ...(values.port !== undefined && { port: readInteger('--port', values.port, 0, 65_535) }),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.config !== undefined && { configFile: values.config }),
    ...(values['base-path'] !== undefined && { basePath: parseBasePath(values['base-path'], '--base-path') }),
    ...(values['demo-seed'] !== undefined && {
      demoSeed: readInteger('--demo-seed', values['demo-seed'], 0, 2_147_483_647),
    }),
    ...(values['demo-scale'] !== undefined && {
      demoScale: readInteger('--demo-scale', values['demo-scale'], 1, 1_000),
    }),
  };
}

/** Refuses unknown flags, values that are missing and values where none belongs, each in its own sentence. */
function checkFlagNames(command: 'serve' | 'check', args: readonly string[]): void {
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

function readInteger(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SettingsError(`${flag} must be an integer from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

function readBaseUrl(text: string): { readonly slug?: string; readonly baseUrl: string } {
  // A slug stands before the first "=", a URL has ":" before any.
  const named = /^([^=:/]*)=(.*)$/s.exec(text);
  if (!named) return { baseUrl: parseBaseUrl(text) };
  const [, slug = '', url = ''] = named;
  return { slug: checkSlug(slug), baseUrl: parseBaseUrl(url) };
}

/**
 * A path prefix with a slash before and none behind it, however it was given; empty for the root.
 *
 * @throws SettingsError for anything that is no plain path.
 */
export function parseBasePath(text: string, where: string): string {
  const segments = text.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isPlain = segments.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (text === '/') return '';
  if (isPlain) return `/${segments.join('/')}`;
  throw new SettingsError(
    `${where} must be a path such as /edgewatch, of letters, digits, ".", "_", "~" and "-", not ${JSON.stringify(text)}.`,
  );
}
