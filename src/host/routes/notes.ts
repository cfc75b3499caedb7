/** Routes of `POST /history/:slug/notes…`: who may write, and the form of the request. The history thread writes. */

import { isUtf8 } from 'node:buffer';
import type { SessionKind } from '#contract/host.ts';
import { isLoopback } from '../configuration/host-names.ts';
import type { History } from '../history/history.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { foreignForm, mediaTypeOf, readBody } from '../http/posted.ts';
import { methodNotAllowed, problem } from '../http/problem.ts';
import { busyHistory } from './history-response.ts';

/** Maximum size of a body in bytes. The longest note has 24 kB if each character is written as two escapes. */
const longestBody = 64 * 1024;

/** Who sent a request, as far as it is known. */
export type Sender = Partial<Pick<Forwarded, 'address' | 'host'>> & {
  /** Name of the viewer as access control states it; `null` without a name. */
  readonly name?: string | null;
};

const addresses = /^\/history\/[^/]+\/notes(\/[^/]+\/withdraw)?$/;

/** Whether a path is one to which notes or withdrawals are posted. */
export function isNotesAddress(path: string): boolean {
  return addresses.test(path);
}

function refused(detail: string): Response {
  return problem({ status: 403, title: 'Refused', detail });
}

function hostNameIn(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/**
 * Whether a request comes from this machine. A proxy on this machine may stand for anybody: it states other addresses,
 * or passes on another name or origin.
 */
function isOfThisMachine(headers: Headers, { address = '', host = '' }: Sender): boolean {
  const stated = [headers.get('x-forwarded-for'), headers.get('x-real-ip')].filter((each) => each !== null);
  const clients = stated.flatMap((each) => each.split(',')).map((each) => each.trim());
  const names = [host, headers.get('x-forwarded-host')].filter((name) => name !== null);
  const origin = headers.get('origin');
  return (
    [address, ...clients].every(isLoopback) &&
    headers.get('forwarded') === null &&
    headers.get('via') === null &&
    names.every((name) => isLoopback(hostNameIn(`http://${name}`))) &&
    (origin === null || isLoopback(hostNameIn(origin)))
  );
}

export interface NotesOptions {
  readonly slugs: readonly string[];
  /** How the viewer logged in; `null` if the viewer has no access; `undefined` if access is not configured. */
  readonly session: SessionKind | null | undefined;
  /** Whether the host listens on loopback only. */
  readonly isOnLoopback: boolean;
  readonly history: Pick<History, 'post'>;
}

/** Whether viewers of a host may write notes. */
export function takesNotes({ session, isOnLoopback }: Pick<NotesOptions, 'session' | 'isOnLoopback'>): boolean {
  return session === undefined ? isOnLoopback : session !== null && session !== 'wall';
}

function refusalOf({ headers }: Request, sender: Sender, options: NotesOptions): Response | null {
  const { session } = options;
  if (session === 'wall') return refused('A wall link only reads: it cannot write notes.');
  if (session === undefined && !(options.isOnLoopback && isOfThisMachine(headers, sender)))
    return refused(
      'Without access control, notes are accepted from this machine only. Configure access to write them.',
    );
  return foreignForm(headers, sender.host ?? '') && refused('The request was sent by a page of another site.');
}

/** Reads `Idempotency-Key`, in quotes or without. @returns `undefined` if it is malformed. */
function requestKeyIn(headers: Headers): string | null | undefined {
  const sent = headers.get('idempotency-key');
  if (sent === null) return null;
  return /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,100})"|([\w.:-]{1,100}))$/.exec(sent.trim())?.slice(1).find(Boolean);
}

async function post(request: Request, path: string, sender: Sender, options: NotesOptions): Promise<Response> {
  const refusal = refusalOf(request, sender, options);
  if (refusal) return refusal;
  if (mediaTypeOf(request.headers) !== 'application/json')
    return problem({ status: 415, title: 'Not JSON', detail: 'The body must be application/json.' });
  const requestKey = requestKeyIn(request.headers);
  if (requestKey === undefined)
    return problem({
      status: 400,
      title: 'Bad request',
      detail: 'Idempotency-Key must be a text of 1 to 100 ASCII characters in quotes.',
      parameter: 'Idempotency-Key',
    });
  const bytes = await readBody(request, longestBody);
  if (bytes === 413)
    return problem({ status: 413, title: 'Too large', detail: `The body has more than ${longestBody} bytes.` });
  if (bytes === 400) return problem({ status: 400, title: 'Bad request', detail: 'The body breaks off.' });
  if (!isUtf8(bytes)) return problem({ status: 400, title: 'Bad request', detail: 'The body is not UTF-8.' });
  const answer = await options.history.post({
    path: path.slice('/history'.length),
    body: bytes.toString('utf8'),
    visible: new Set(options.slugs),
    name: sender.name ?? null,
    requestKey,
  });
  if (!answer) return busyHistory();
  const { status, headers, body } = answer;
  return new Response(body, { status, headers });
}

/**
 * Responds to a request that only notes have: a POST, or another method at their addresses. `null` if it is none.
 */
export function respondNotes(
  request: Request,
  path: string,
  sender: Sender,
  options: NotesOptions,
): Promise<Response> | Response | null {
  const [isOfNotes, withdrawal] = addresses.exec(path) ?? [];
  const { method } = request;
  if (isOfNotes === undefined) return null;
  if (method === 'POST') return post(request, path, sender, options);
  if (withdrawal !== undefined) return methodNotAllowed('POST');
  return method === 'GET' || method === 'HEAD' ? null : methodNotAllowed('GET, HEAD, POST');
}
