/**
 * Makes the links in documents for other programs. Without `publicUrl` they are relative to the document: a link from
 * the `Host` header could be forged.
 */

/**
 * Returns a function that makes a link to a path of the host.
 * @param slug - of the deployment below whose address the document is; empty for a document at the root.
 * @param publicUrl - address under which viewers reach the host, without a slash at its end; `null` if unknown.
 */
export function linksFrom(slug: string, publicUrl: string | null): (path: `/${string}`) => string {
  const root = publicUrl ?? (slug === '' ? '.' : '../..');
  return (path) => root + path;
}
