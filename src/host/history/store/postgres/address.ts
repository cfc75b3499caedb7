/** Reads the address of a database. */

import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/**
 * Reads an address and the files that it names (`sslrootcert`, `sslcert`, `sslkey`).
 * @throws Error if a file cannot be read.
 */
export function readAddress(url: string): ClientConfig {
  const parsed = parse(url);
  const config = toClientConfig(parsed);
  // toClientConfig drops texts such as `ssl=no-verify`, so connections would not be encrypted.
  if (typeof parsed.ssl === 'string')
    config.ssl = parsed.ssl === 'no-verify' ? { rejectUnauthorized: false } : true;
  return config;
}
