/** `GET /history…` (docs/history.md): asked of the thread that keeps the record. */

import { searchOf } from '../gateway/deployment.ts';
import type { History } from '../history/history.ts';
import { problem } from './problem.ts';

/**
 * @param path - as routed, below the base path.
 * @param slugs - of the deployments that whoever asks may see.
 * @param isPublic - whether everybody may have the same answer.
 */
export async function answerHistory(
  { method, url, headers }: Request,
  path: string,
  slugs: readonly string[],
  isPublic: boolean,
  history: Pick<History, 'ask'>,
): Promise<Response> {
  const answer = await history.ask({
    path: path.slice('/history'.length),
    search: searchOf(url),
    visible: new Set(slugs),
    isPublic,
    ifNoneMatch: headers.get('if-none-match'),
    acceptEncoding: headers.get('accept-encoding'),
  });
  if (!answer)
    return problem({
      status: 503,
      title: 'No history now',
      detail: 'What keeps the history is begun anew, or is asked too much. Ask again in a few seconds.',
      headers: { 'retry-after': '10' },
    });
  const { status, headers: told, body } = answer;
  return new Response(method === 'HEAD' ? null : body, { status, headers: told });
}
