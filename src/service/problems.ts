/** Builds error responses as problem documents (RFC 9457). */

import { type Problem, problemMediaType } from '#contract/problem.ts';
import { crossOriginHeaders, problemCacheControl } from './choices.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
};

/**
 * Builds an error response.
 * @param detail - a sentence with the fault and the remedy.
 * @param parameter - the faulty request parameter, if any.
 */
export function problemResponse(
  status: number,
  detail: string,
  parameter?: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail,
    ...(parameter === undefined ? {} : { parameter }),
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      ...crossOriginHeaders,
      'content-type': problemMediaType,
      'cache-control': problemCacheControl,
      ...headers,
    },
  });
}
