/**
 * Returns the suffix of a deployment name that is not unique. In its own file because every page loads it;
 * deployment-names.ts is larger.
 */
export function nameSuffix(slug: string): string {
  return ` (${slug})`;
}
