/** Adds security headers to every response, and writes long bodies in slices. */

import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { ResponseNote } from '../log/log.ts';
import type { Forwarded } from './forwarded.ts';
import { apiHeaders } from './security-headers.ts';

/** Maximum size in bytes of a body that is written at once. A longer one is written in slices. */
const longestWhole = 64 * 1024;
const slice = 16 * 1024;

/**
 * Headers with the security headers added, by the object of the given headers. Cached responses pass the same
 * object again and again.
 */
const completed = new WeakMap<object, OutgoingHttpHeaders>();

function complete(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if ('content-security-policy' in headers) return headers;
  const known = completed.get(headers);
  if (known) return known;
  const withApiHeaders = { ...headers, ...apiHeaders };
  completed.set(headers, withApiHeaders);
  return withApiHeaders;
}

/**
 * Returns the present time as ISO 8601, by the monotonic clock: a step of the wall clock makes no served
 * response older.
 */
export function servedNow(): string {
  return new Date(performance.timeOrigin + performance.now()).toISOString();
}

/** Returns {@link servedNow}, rounded down to a whole second. */
export function servedSecond(): string {
  return `${servedNow().slice(0, 19)}Z`;
}

/**
 * Adds the header `Edgewatch-Served`, with which a page computes the age of a response behind any cache. An
 * immutable file has no age. A response of the gateway already has the header, which belongs to its
 * `Edgewatch-Age`.
 */
function stamped(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const isImmutable = headers['cache-control']?.endsWith('immutable') === true;
  return isImmutable || 'edgewatch-served' in headers
    ? headers
    : { ...headers, 'edgewatch-served': servedNow() };
}

const noClient: Forwarded = { address: '', host: '', prefix: '', peer: '', isSecure: false };

/**
 * Reads the headers in the last argument of `writeHead`. The server library passes an object or nothing, and
 * Node a flat list. A reason phrase is a string.
 */
function headersIn(given: unknown): OutgoingHttpHeaders {
  if (typeof given !== 'object' || given === null) return {};
  if (!Array.isArray(given)) return given as OutgoingHttpHeaders;
  const flat = given.map(String);
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])),
  );
}

/**
 * A response that adds the strictest security headers if it has none, for example to those of the embedded
 * service and the server library. Adding them here saves a second `Headers` object, which takes half the time
 * of a response.
 */
export class SecuredResponse extends ServerResponse {
  /** Who sent the request. */
  forwarded: Forwarded = noClient;
  /** What the log tells about the response besides its headers. */
  note: ResponseNote | undefined;
  /** Whether the response states that the connection closes after it. */
  isFarewell = false;

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = stamped(complete(headersIn(rest.at(-1))));
    this.isFarewell = headers['connection'] === 'close';
    // Headers of a cached response pass uncopied.
    const isSecure = this.req.socket instanceof TLSSocket;
    return super.writeHead(status, isSecure ? { ...headers, ...this.#hsts() } : headers);
  }

  /** Returns the HSTS header. Not for `localhost`: it would break other servers of that name. */
  #hsts(): OutgoingHttpHeaders {
    const isLocal = /^localhost(?::|$)/i.test(this.req.headers.host ?? '');
    return isLocal ? {} : { 'strict-transport-security': `max-age=${365 * 24 * 60 * 60}` };
  }

  /** Writes a long body in slices, which show how fast the client reads (connections.ts). */
  override end(...given: unknown[]): this {
    const [body] = given;
    if (body instanceof Uint8Array && body.byteLength > longestWhole)
      writeSlices(this, body, (last) => super.end(last));
    // The same arguments, unchanged.
    else super.end(...(given as []));
    return this;
  }
}

function writeSlices(
  answer: ServerResponse,
  body: Uint8Array,
  end: (last: Uint8Array) => void,
  from = 0,
): void {
  let next = from;
  while (body.byteLength - next > slice) {
    const part = body.subarray(next, next + slice);
    next += slice;
    if (answer.write(part)) continue;
    answer.once('drain', () => writeSlices(answer, body, end, next));
    return;
  }
  end(body.subarray(next));
}
