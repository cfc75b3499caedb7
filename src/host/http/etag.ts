/** Returns whether `If-None-Match` contains `etag`, by weak comparison (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | null, etag: string | undefined): boolean {
  if (header === null || etag === undefined) return false;
  if (header === etag) return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((entry) => {
    const tag = entry.trim();
    return tag === '*' || tag.replace(/^W\//, '') === opaque;
  });
}
