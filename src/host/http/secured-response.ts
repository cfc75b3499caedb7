/** Answers as they leave: with the headers that none may lack, and no faster than they are taken. */

import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { apiHeaders } from './security-headers.ts';

/** Longer bodies are sent in slices, bytes. */
const longestWhole = 64 * 1024;
const slice = 16 * 1024;

/** Headers with what they lacked; a service that keeps its answers passes the same object again and again. */
const completed = new WeakMap<object, OutgoingHttpHeaders>();

function complete(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if ('content-security-policy' in headers) return headers;
  const known = completed.get(headers);
  if (known) return known;
  const made = { ...headers, ...apiHeaders };
  completed.set(headers, made);
  return made;
}

/** Time of the host, ISO 8601, by the monotonic clock: a step of the wall clock makes no served response older. */
export function servedNow(): string {
  return new Date(performance.timeOrigin + performance.now()).toISOString();
}

/**
 * `Edgewatch-Served`, by which a page counts the age of a response behind any cache. An immutable file has no age. A response
 * of the gateway brings its own, which belongs to its `Edgewatch-Age`.
 */
function stampOf(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const isImmutable = headers['cache-control']?.endsWith('immutable') === true;
  return isImmutable || 'edgewatch-served' in headers ? {} : { 'edgewatch-served': servedNow() };
}

/** Answers that say that they are the last of their connection. */
const farewells = new WeakSet<ServerResponse>();

export function isFarewell(answer: ServerResponse): boolean {
  return farewells.has(answer);
}

/** The server library passes headers as one object or none, Node itself as a flat list; a reason phrase is a string. */
function headersIn(given: unknown): OutgoingHttpHeaders {
  if (typeof given !== 'object' || given === null) return {};
  if (!Array.isArray(given)) return given as OutgoingHttpHeaders;
  const flat = given.map(String);
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])),
  );
}

/**
 * Nothing leaves without the strictest headers, whoever made the answer: the embedded service and the
 * server library know none. Added here they cost no second `Headers` object, half the time of an answer.
 */
export class SecuredResponse extends ServerResponse {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = complete(headersIn(rest.at(-1)));
    if (headers['connection'] === 'close') farewells.add(this);
    const isSecure = this.req.socket instanceof TLSSocket;
    return super.writeHead(status, { ...headers, ...stampOf(headers), ...(isSecure && this.#pinned()) });
  }

  /** Whoever came by https comes by nothing else from then on; other servers of a `localhost` would suffer for it. */
  #pinned(): OutgoingHttpHeaders {
    const isLocal = /^localhost(?::|$)/i.test(this.req.headers.host ?? '');
    return isLocal ? {} : { 'strict-transport-security': `max-age=${365 * 24 * 60 * 60}` };
  }

  /** A long body goes in slices, as fast as they are taken: so it is seen how fast that is (connections.ts). */
  override end(...given: unknown[]): this {
    const [body] = given;
    if (body instanceof Uint8Array && body.byteLength > longestWhole)
      pour(this, body, (last) => super.end(last));
    // What is passed on is what was passed.
    else super.end(...(given as []));
    return this;
  }
}

function pour(answer: ServerResponse, body: Uint8Array, end: (last: Uint8Array) => void, from = 0): void {
  let next = from;
  while (body.byteLength - next > slice) {
    const part = body.subarray(next, next + slice);
    next += slice;
    if (answer.write(part)) continue;
    answer.once('drain', () => pour(answer, body, end, next));
    return;
  }
  end(body.subarray(next));
}
