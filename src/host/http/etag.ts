/** Whether an `If-None-Match` names a tag: the weak comparison of RFC 9110 section 13.1.2. */
export function matchesTag(header: string | null, etag: string | undefined): boolean {
  if (header === null || etag === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((entry) => {
    const named = entry.trim();
    return named === '*' || named.replace(/^W\//, '') === opaque;
  });
}
