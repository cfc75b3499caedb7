/** Who asks, and by which prefix, where a proxy of ours says so. What others say of themselves counts for nothing. */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { parseBasePath } from '../configuration/base-path.ts';
import { SettingsError } from '../configuration/base-url.ts';

export interface Forwarded {
  /** Of the client. */
  readonly address: string;
  /** The host name, and port if any, that the client speaks to: `dash.example.com:8080`. */
  readonly host: string;
  /** What a proxy took off the path, `/ops/ew`; empty where it took nothing. */
  readonly prefix: string;
  /** Of whoever holds the other end of the connection. */
  readonly peer: string;
  /** Whether the client speaks https. */
  readonly isSecure: boolean;
}

/** The last word on a header; of several lines the first ones may be anybody's. */
function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}

/** The first entry of a list. Of several proxies the client speaks to the one that wrote the first. */
function firstIn(value: string | readonly string[] | undefined): string {
  const [first = ''] = textOf(value).split(',', 1);
  return first.trim();
}

/** An address without the way in which a socket for both families writes it, and without a port. */
function plainAddress(text: string): string {
  const address = text.trim().replace(/^\[([^\]]{0,60})\](?::\d{1,5})?$/, '$1');
  const [, short] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i.exec(address) ?? [];
  return short ?? address;
}

/** From the last on, each was written by the one before it: the first that is no proxy of ours is the client. */
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

/** @param isTrusted - whether an address is that of a proxy of ours. */
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
