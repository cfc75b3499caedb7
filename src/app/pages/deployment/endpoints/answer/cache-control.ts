/** Compares the `Cache-Control` header of a response with the one in the API document (part 4). */

export interface HeaderComparison {
  /** Value of the header as sent; `null` if the header is absent. */
  readonly sent: string | null;
  readonly verdict: 'as-described' | 'differs' | 'not-described';
  /** Result as text, such as "as described" or "differs: documented public, max-age=60". */
  readonly words: string;
}

/** Returns header directives in normal form: lower case, sorted, without spaces (RFC 9111 section 5.2). */
function directives(header: string): string {
  return header
    .toLowerCase()
    .split(',')
    .map((directive) =>
      directive
        .split('=')
        .map((part) => part.trim())
        .join('='),
    )
    .filter((directive) => directive !== '')
    .toSorted()
    .join(', ');
}

/**
 * Compares a `Cache-Control` header with the documented one. `sent` is `null` if no header was sent,
 * `documented` if the API document has none.
 */
export function compareCacheControl(sent: string | null, documented: string | null): HeaderComparison {
  if (documented === null)
    return {
      sent,
      verdict: 'not-described',
      words: sent === null ? 'none documented either' : 'none documented',
    };
  if (sent !== null && directives(sent) === directives(documented))
    return { sent, verdict: 'as-described', words: 'as described' };
  return { sent, verdict: 'differs', words: `differs: documented ${documented}` };
}
