/** Reads the log-in form and checks its origin: it must be short, and come from the host's own page. */

/** Maximum size of a form in bytes. */
const longestForm = 8 * 1024;

export type ForeignForm =
  | { readonly kind: 'other-site' }
  /** The browser did not say from which origin the form comes. */
  | { readonly kind: 'no-origin' }
  | { readonly kind: 'other-host'; readonly origin: string; readonly host: string };

/**
 * Returns why a form is refused; `null` for a form of this host's own page, and for a client that is no
 * browser. Browsers send `Sec-Fetch-Site` over https and to loopback names, and `Origin` with every form.
 * @param host - host name as the client sent it, also behind a trusted proxy (forwarded.ts).
 */
export function foreignForm(headers: Headers, host: string): ForeignForm | null {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' ? null : { kind: 'other-site' };
  const origin = headers.get('origin');
  if (origin === null) return null;
  if (!URL.canParse(origin)) return { kind: 'no-origin' };
  return new URL(origin).host === host.toLowerCase() ? null : { kind: 'other-host', origin, host };
}

/** Reads the fields of a form. Returns HTTP status 415 if the body is no form, and 413 if it is too long. */
export async function readForm({ headers, body }: Request): Promise<URLSearchParams | 413 | 415> {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return 415;
  if (Number(headers.get('content-length') ?? 0) > longestForm) return 413;
  if (!body) return new URLSearchParams();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Every chunk of a request body is bytes.
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > longestForm) return 413;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}
