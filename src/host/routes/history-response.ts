/** Responds to `GET /history…` (docs/understand/history-api.md). The history thread computes the response. */

import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { History } from '../history/history.ts';
import { isHandover } from '../history/reports/handover/handover-path.ts';
import type { Question } from '../history/responses/context.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { absentAs200, problem } from '../http/problem.ts';
import { acceptsEncoding } from '../http/static-files.ts';

const encodings = ['br', 'gzip'] as const;

/** Returns the origin that the viewer requested. A trusted proxy may have reported it (http/forwarded.ts). */
function originOf({ url }: Request, { host, isSecure }: Partial<Pick<Forwarded, 'host' | 'isSecure'>>): string {
  const reported = host === undefined ? url : `${isSecure ? 'https' : 'http'}://${host}`;
  return new URL(URL.canParse(reported) ? reported : url).origin;
}

/**
 * Returns the address for links, if the viewer prefers a handover in Markdown.
 * @param path - path below `/history`.
 * @param base - base path as the viewer sees it.
 */
export function markdownBase(
  context: Context<{ Bindings: Partial<Forwarded> }>,
  path: string,
  base: string,
): Pick<Question, 'markdownBase'> {
  if (!isHandover(path)) return {};
  const json = 'application/json';
  const type = accepts(context, { header: 'Accept', supports: [json, 'text/markdown'], default: json });
  return type === json ? {} : { markdownBase: originOf(context.req.raw, context.env ?? {}) + base };
}

/**
 * Responds with recorded history.
 * @param asked - what the viewer requests.
 * @param slugs - of the deployments that the viewer may see.
 * @param isPublic - whether all viewers may share the response.
 */
export async function respondHistory(
  request: Request,
  asked: Pick<Question, 'path' | 'search' | 'feed' | 'markdownBase'>,
  slugs: readonly string[],
  isPublic: boolean,
  history: Pick<History, 'ask'>,
): Promise<Response> {
  const { method, headers, signal } = request;
  const historyRequest = {
    ...asked,
    visible: new Set(slugs),
    // Links contain the host name of the request, which a client can send through a careless proxy.
    isPublic: isPublic && asked.markdownBase === undefined,
    ifNoneMatch: headers.get('if-none-match'),
    // Normalised, so that viewers with equal support share one response.
    acceptEncoding: encodings
      .filter((each) => acceptsEncoding(headers.get('accept-encoding'), each))
      .join(', '),
  };
  const answer = await history.ask(historyRequest, signal);
  if (!answer) return busyHistory();
  const { status, headers: responseHeaders, body } = answer;
  const response = new Response(method === 'HEAD' ? null : body, { status, headers: responseHeaders });
  // Pages read the past as they read the API, which this treats alike.
  return asked.path.split('/')[2] === 'at' ? absentAs200(request, response) : response;
}

export function busyHistory(): Response {
  return problem({
    status: 503,
    title: 'History is busy',
    detail: 'Too many history requests are waiting, or the history is restarting. Retry in a few seconds.',
    headers: { 'retry-after': '5' },
  });
}
