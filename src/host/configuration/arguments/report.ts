/** Parses `edgewatch report`. */

import type { ParseArgsConfig } from 'node:util';
import { zoneNamed } from '#domain/history/local-days.ts';
import { isMonth } from '#domain/history/report/month.ts';
import { SettingsError } from '#host/net/settings-error.ts';
import { dataFolder } from '../defaults.ts';
import { givenValue, parseFlags, type Variables } from './flags.ts';

export interface ReportCommand {
  readonly kind: 'report';
  readonly month: string;
  readonly data: string;
  readonly configFile: string | null;
  readonly zone: string;
  readonly form: 'text' | 'json' | 'csv';
}

const flags = {
  month: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  zone: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** @throws SettingsError with one sentence about the first mistake. */
export function readReport(args: readonly string[], variables: Variables): ReportCommand {
  const { values, positionals } = parseFlags('report', flags, args);
  const [extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch report takes no argument ${JSON.stringify(extra)}; try edgewatch --help.`,
    );
  const { month, json = false, csv = false } = values;
  if (month === undefined || !isMonth(month))
    throw new SettingsError('edgewatch report needs a month, such as --month 2026-11.');
  if (json && csv) throw new SettingsError('edgewatch report takes --json or --csv, not both.');
  const zone = zoneNamed(values.zone ?? 'UTC');
  if (zone === null)
    throw new SettingsError(
      `--zone must be a time zone such as Europe/Berlin, not ${JSON.stringify(values.zone)}.`,
    );
  return {
    kind: 'report',
    month,
    zone,
    data: givenValue('data', values.data, variables)?.text ?? dataFolder,
    configFile: givenValue('config', values.config, variables)?.text ?? null,
    form: json ? 'json' : csv ? 'csv' : 'text',
  };
}
