/** `GET /metrics` (docs/operate/metrics.md): one text, for whoever has the token where there is one. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Secret } from '../configuration/secrets.ts';
import { problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';
import { acceptsEncoding } from './static-files.ts';

const zip = promisify(gzip);

/** The media type of the text format. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** Whether a request bears a token; takes as long whatever it bears. */
function bears({ headers }: Request, token: Secret): boolean {
  const given = /^Bearer +(\S{1,1024})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token.reveal()));
}

/** @param token - `null` where everybody may read. */
export async function answerMetrics(
  request: Request,
  token: Secret | null,
  text: () => Promise<string>,
): Promise<Response> {
  if (token && !bears(request, token))
    return problem({
      status: 401,
      title: 'Not allowed',
      detail: 'Metrics are told to those who bear the token of the configuration ("metrics.token").',
      headers: { 'www-authenticate': 'Bearer' },
    });
  const headers = {
    'content-type': metricsType,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    ...apiHeaders,
  };
  const told = await text();
  if (!acceptsEncoding(request.headers.get('accept-encoding'), 'gzip')) return new Response(told, { headers });
  return new Response(await zip(told), { headers: { ...headers, 'content-encoding': 'gzip' } });
}
