/** `GET /history…` (docs/understand/history-api.md): asked of the thread that keeps the record. */

import { searchOf } from '../gateway/deployment.ts';
import type { History } from '../history/history.ts';
import { problem } from './problem.ts';
import { acceptsEncoding } from './static-files.ts';

const encodings = ['br', 'gzip'] as const;

/**
 * @param path - as routed, below the base path.
 * @param slugs - of the deployments that whoever asks may see.
 * @param isPublic - whether everybody may have the same answer.
 */
export async function answerHistory(
  request: Request,
  path: string,
  slugs: readonly string[],
  isPublic: boolean,
  history: Pick<History, 'ask'>,
): Promise<Response> {
  const { method, url, headers } = request;
  const question = {
    path: path.slice('/history'.length),
    search: searchOf(url),
    visible: new Set(slugs),
    isPublic,
    ifNoneMatch: headers.get('if-none-match'),
    // In one spelling, so that viewers who accept the same share one response.
    acceptEncoding: encodings
      .filter((each) => acceptsEncoding(headers.get('accept-encoding'), each))
      .join(', '),
  };
  const answer = await history.ask(question, request.signal);
  if (!answer)
    return problem({
      status: 503,
      title: 'History is busy',
      detail:
        'There are more history requests than the host can answer, or the history is restarting. Retry in a few seconds.',
      headers: { 'retry-after': '5' },
    });
  const { status, headers: told, body } = answer;
  return new Response(method === 'HEAD' ? null : body, { status, headers: told });
}
