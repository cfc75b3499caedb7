/**
 * Reads address, host name and path prefix of the client from the headers of trusted proxies. Headers of
 * anybody else are ignored.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { parseBasePath } from '../configuration/base-path.ts';
import { SettingsError } from '../net/settings-error.ts';

export interface Forwarded {
  readonly address: string;
  /** Host name and port that the client requested, such as `dash.example.com:8080`. */
  readonly host: string;
  /** Path prefix that a proxy removed, such as `/ops/ew`; empty without one. */
  readonly prefix: string;
  readonly peer: string;
  readonly isSecure: boolean;
}

/** Joins all lines of a header: a client may have sent the first ones. */
function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}

/** Returns the first entry of a header, which the outermost proxy wrote: the client speaks to that proxy. */
function firstIn(value: string | readonly string[] | undefined): string {
  const [first = ''] = textOf(value).split(',', 1);
  return first.trim();
}

/** Returns an address without port and without the `::ffff:` prefix of dual-stack sockets. */
function plainAddress(text: string): string {
  if (!text.includes(':')) return text.trim();
  const address = text.trim().replace(/^\[([^\]]{0,60})\](?::\d{1,5})?$/, '$1');
  const [, short] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i.exec(address) ?? [];
  return short ?? address;
}

/**
 * Finds the client's address in `X-Forwarded-For`: walks the list from its end, where each entry was written
 * by the proxy before it. The first address that is no trusted proxy is the client.
 */
function clientIn(header: string, nearest: string, isTrusted: (address: string) => boolean): string {
  let client = nearest;
  for (const entry of header.slice(-1000).split(',').toReversed()) {
    if (!isTrusted(client)) return client;
    const next = plainAddress(entry);
    if (isIP(next) === 0) return client;
    client = next;
  }
  return client;
}

function prefixIn(header: string): string {
  if (header === '') return '';
  try {
    return parseBasePath(header, 'it');
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    return '';
  }
}

/**
 * Reads who sent a request, and for which host name.
 * @param isTrusted - whether an address is that of a trusted proxy.
 */
export function forwardedOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: (address: string) => boolean,
): Forwarded {
  const nearest = plainAddress(socket.remoteAddress ?? '');
  const isSecure = socket instanceof TLSSocket;
  const host = headers.host ?? '';
  if (!isTrusted(nearest)) return { address: nearest, host, prefix: '', peer: nearest, isSecure };
  const scheme = firstIn(headers['x-forwarded-proto']);
  const name = firstIn(headers['x-forwarded-host']);
  return {
    host: name === '' ? host : name,
    address: clientIn(textOf(headers['x-forwarded-for']), nearest, isTrusted),
    prefix: prefixIn(textOf(headers['x-forwarded-prefix'])),
    peer: nearest,
    isSecure: scheme === '' ? isSecure : scheme.toLowerCase() === 'https',
  };
}
