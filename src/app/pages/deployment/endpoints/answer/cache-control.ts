/** Compares the `Cache-Control` header with the one in the API document (part 4). */

export interface HeaderComparison {
  /** As sent; `null` if absent. */
  readonly sent: string | null;
  readonly verdict: 'as-described' | 'differs' | 'not-described';
  /** Such as "as described", "differs: documented public, max-age=60". */
  readonly words: string;
}

/** The directives in normal form, without order, case and spaces (RFC 9111 section 5.2). */
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

/** Compares a header with the documented one. `null` means none sent, or none in the API document. */
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
