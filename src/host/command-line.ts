/** The command line, as data. Pure: nothing is read and nothing is started here. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { checkSlug, parseBaseUrl, SettingsError } from './base-url.ts';

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
  | { readonly kind: 'check'; readonly baseUrl: string; readonly json: boolean };

export const helpText = `Usage: edgewatch [serve] [options]
       edgewatch check BASE_URL [--json]

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

check   Compare a deployment with the API document.
  --json              Print the result as JSON

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

const checkFlags = { json: { type: 'boolean' } } as const satisfies ParseArgsConfig['options'];

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
    strict: false,
  });
  const [baseUrl, extra] = positionals;
  if (baseUrl === undefined) throw new SettingsError('edgewatch check needs the base URL of a deployment.');
  if (extra !== undefined)
    throw new SettingsError(`edgewatch check takes one base URL; ${JSON.stringify(extra)} is one too many.`);
  return { kind: 'check', baseUrl: parseBaseUrl(baseUrl), json: values.json === true };
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
  const flags: Readonly<Record<string, { readonly type: string }>> = flagsOf[command];
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
    if (seen.has(token.name) && token.name !== 'base-url')
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
