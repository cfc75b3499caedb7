/** Parses `edgewatch import` and `edgewatch serve --service` (docs/operate/import.md). */

import type { ParseArgsConfig } from 'node:util';
import { SettingsError } from '#host/net/settings-error.ts';
import { parseBaseUrl } from '../base-url.ts';
import { dataFolder, defaultHost, defaultPort } from '../defaults.ts';
import { isLoopback } from '../host-names.ts';
import {
  givenValue,
  inVariable,
  parseFlags,
  readPort,
  readSwitch,
  type Variables,
  withoutUndefined,
} from './flags.ts';
import { type HeaderFlag, readHeaders } from './headers.ts';

export interface FileImport {
  readonly files: readonly string[];
  /** Resource of all files, as text; absent if the file names show it. */
  readonly resource?: string;
  /** Format of all files, as text; absent if the file names show it. */
  readonly format?: string;
}

export interface DeploymentImport {
  readonly baseUrl: string;
  readonly headers: readonly HeaderFlag[];
  readonly ca?: string;
}

export interface ImportCommand {
  readonly kind: 'import';
  readonly data: string;
  readonly from: FileImport | DeploymentImport;
}

export interface ServiceCommand {
  readonly kind: 'service';
  readonly data: string;
  readonly host: string;
  readonly port: number;
}

const importFlags = {
  data: { type: 'string' },
  resource: { type: 'string' },
  format: { type: 'string' },
  from: { type: 'string' },
  header: { type: 'string', multiple: true },
  ca: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const serviceFlags = {
  service: { type: 'boolean' },
  data: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  open: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

export function readImport(args: readonly string[], variables: Variables): ImportCommand {
  const { values, positionals: files } = parseFlags('import', importFlags, args);
  const { resource, format, from, header, ca } = values;
  const data = values.data ?? inVariable('data', variables)?.text ?? dataFolder;
  const unused = (flags: Readonly<Record<string, unknown>>, other: string) => {
    const [name] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
    if (name !== undefined) throw new SettingsError(`edgewatch import ${other} takes no --${name}.`);
  };
  if (from === undefined) {
    if (files.length === 0)
      throw new SettingsError(
        'edgewatch import needs files, or the base URL of a deployment: --from BASE_URL.',
      );
    unused({ header, ca }, 'FILE');
    return { kind: 'import', data, from: withoutUndefined({ files, resource, format }) };
  }
  // A header value without quotes is split at its spaces, so a file name may be part of a secret: the message
  // must not repeat it.
  if (files.length > 0)
    throw new SettingsError(
      'edgewatch import takes files or --from, not both; put a header whose value has spaces in quotes.',
    );
  unused({ resource, format }, '--from');
  const headers = readHeaders(header ?? []);
  return { kind: 'import', data, from: withoutUndefined({ baseUrl: parseBaseUrl(from), headers, ca }) };
}

export function readService(args: readonly string[], variables: Variables): ServiceCommand {
  const { values, positionals } = parseFlags('serve --service', serviceFlags, args);
  const [extra] = positionals;
  if (extra !== undefined)
    throw new SettingsError(
      `edgewatch serve --service takes no argument ${JSON.stringify(extra)}; try edgewatch --help.`,
    );
  const host = givenValue('host', values.host, variables)?.text ?? defaultHost;
  const port = givenValue('port', values.port, variables);
  const isOpen = values.open ?? readSwitch(inVariable('open', variables));
  if (!isLoopback(host) && !isOpen)
    throw new SettingsError(
      `Listening on ${host} shows everything to everyone who reaches it; add --open to allow it.`,
    );
  return {
    kind: 'service',
    data: givenValue('data', values.data, variables)?.text ?? dataFolder,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? defaultPort : readPort(port),
  };
}
