/** The one form that the host takes: from its own pages, and short. */

/** Bytes. */
const longestForm = 8 * 1024;

/**
 * Whether a request comes from a page of this very host, or from no browser at all. Browsers say where a form comes from:
 * by `Sec-Fetch-Site`, or where they do not trust the connection, by `Origin`.
 */
export function isSameOrigin({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host);
}

/** The fields of a form; the status to refuse it with where it is none, or too long. */
export async function readForm({ headers, body }: Request): Promise<URLSearchParams | 413 | 415> {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return 415;
  if (Number(headers.get('content-length') ?? 0) > longestForm) return 413;
  if (!body) return new URLSearchParams();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Every chunk of a request's body is bytes.
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > longestForm) return 413;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}
