/** The `Cache-Control` that was sent against the one that part 4 of the document shows. */

export interface HeaderComparison {
  /** As sent; `null` where none was. */
  readonly sent: string | null;
  readonly verdict: 'as-described' | 'differs' | 'not-described';
  /** "as described", "differs: documented public, max-age=60". */
  readonly words: string;
}

/** Directives without regard to their order, case and spaces (RFC 9111 section 5.2). */
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

/** Compares a header with the documented one; `null` for none sent, and for "not shown". */
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
