/** Responds to `GET /metrics` (docs/operate/metrics.md). */

import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { problem } from '../http/problem.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { acceptsEncoding } from '../http/static-files.ts';
import type { Secret } from '../net/secrets.ts';

const zip = promisify(gzip);

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Returns whether a request has the bearer token. Compares in constant time. */
function hasToken({ headers }: Request, token: Secret): boolean {
  const given = /^Bearer +(\S{1,1024})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token.reveal()));
}

/**
 * Responds with the metrics, or with 401.
 * @param token - `null` if no token is required.
 */
export async function answerMetrics(
  request: Request,
  token: Secret | null,
  text: () => Promise<string>,
): Promise<Response> {
  if (token && !hasToken(request, token))
    return problem({
      status: 401,
      title: 'Not allowed',
      detail: 'Metrics require the bearer token of the configuration ("metrics.token").',
      headers: { 'www-authenticate': 'Bearer' },
    });
  const headers = {
    'content-type': metricsType,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    ...apiHeaders,
  };
  const metricsText = await text();
  if (!acceptsEncoding(request.headers.get('accept-encoding'), 'gzip'))
    return new Response(metricsText, { headers });
  return new Response(await zip(metricsText), { headers: { ...headers, 'content-encoding': 'gzip' } });
}
