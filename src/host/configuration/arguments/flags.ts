/** Parses the flags of a command, and the environment variables that stand for absent flags. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SettingsError } from '#host/net/settings-error.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** A value, and the name of the flag or variable that has it. */
export interface Given {
  readonly name: string;
  readonly text: string;
}

type FlagTable = NonNullable<ParseArgsConfig['options']>;

/** @throws SettingsError with one sentence about the first mistake. */
export function parseFlags<F extends FlagTable>(command: string, flags: F, args: readonly string[]) {
  checkFlags(command, flags, args);
  return parseArgs({ args: [...args], options: flags, allowPositionals: true });
}

/**
 * Refuses unknown or repeated flags, missing values, and values of switches. `parseArgs` would report these
 * in other words.
 */
function checkFlags(command: string, flags: FlagTable, args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true });
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

function variableOf(flag: string): string {
  return `EDGEWATCH_${flag.toUpperCase().replaceAll('-', '_')}`;
}

export function inVariable(flag: string, variables: Variables): Given | undefined {
  const name = variableOf(flag);
  const text = variables[name]?.trim() ?? '';
  return text === '' ? undefined : { name, text };
}

/** Returns the value of a flag, or else of its variable. */
export function givenValue(flag: string, text: string | undefined, variables: Variables): Given | undefined {
  return text === undefined ? inVariable(flag, variables) : { name: `--${flag}`, text };
}

export function readSwitch(given: Given | undefined): boolean {
  const word = given?.text.toLowerCase() ?? 'false';
  if (/^(?:1|true|yes|on)$/.test(word)) return true;
  if (/^(?:0|false|no|off)$/.test(word)) return false;
  throw new SettingsError(`${given?.name} must be true or false, not ${JSON.stringify(given?.text)}.`);
}

export function readInteger({ name, text }: Given, least: number, most: number): number {
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

export function readPort(given: Given): number {
  return readInteger(given, 0, 65_535);
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function withoutUndefined<T extends object>(members: T): Defined<T> {
  // Safe cast: only optional members can be undefined.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
