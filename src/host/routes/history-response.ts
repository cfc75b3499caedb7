/** Responds to `GET /history…` (docs/understand/history-api.md). The history thread computes the response. */

import type { History } from '../history/history.ts';
import type { Question } from '../history/responses/context.ts';
import { absentAs200, problem } from '../http/problem.ts';
import { acceptsEncoding } from '../http/static-files.ts';

const encodings = ['br', 'gzip'] as const;

/**
 * Responds with recorded history.
 * @param asked - what the viewer requests.
 * @param slugs - of the deployments that the viewer may see.
 * @param isPublic - whether all viewers may share the response.
 */
export async function respondHistory(
  request: Request,
  asked: Pick<Question, 'path' | 'search' | 'feed'>,
  slugs: readonly string[],
  isPublic: boolean,
  history: Pick<History, 'ask'>,
): Promise<Response> {
  const { method, headers, signal } = request;
  const historyRequest = {
    ...asked,
    visible: new Set(slugs),
    isPublic,
    ifNoneMatch: headers.get('if-none-match'),
    // Normalised, so that viewers with equal support share one response.
    acceptEncoding: encodings
      .filter((each) => acceptsEncoding(headers.get('accept-encoding'), each))
      .join(', '),
  };
  const answer = await history.ask(historyRequest, signal);
  if (!answer)
    return problem({
      status: 503,
      title: 'History is busy',
      detail: 'Too many history requests are waiting, or the history is restarting. Retry in a few seconds.',
      headers: { 'retry-after': '5' },
    });
  const { status, headers: responseHeaders, body } = answer;
  const response = new Response(method === 'HEAD' ? null : body, { status, headers: responseHeaders });
  // Pages read the past as they read the API, which this treats alike.
  return asked.path.split('/')[2] === 'at' ? absentAs200(request, response) : response;
}
