/** Checks the origin of a POST, and reads its body up to a limit. */

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

/** Returns the media type of a body, without parameters. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Reads a body. Returns HTTP status 413 if it has more than `most` bytes, and 400 if the client breaks it off. */
export async function readBody({ headers, body }: Request, most: number): Promise<Buffer | 400 | 413> {
  if (Number(headers.get('content-length') ?? 0) > most) return 413;
  if (!body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    // Every chunk of a request body is bytes.
    for await (const part of body as AsyncIterable<Uint8Array>) {
      bytes += part.byteLength;
      if (bytes > most) return 413;
      parts.push(part);
    }
  } catch {
    return 400;
  }
  return Buffer.concat(parts);
}
