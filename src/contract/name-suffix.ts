/** What follows the name of a deployment that isn't unique (deployment-names.ts): apart from it, for every page needs this. */
export function nameSuffix(slug: string): string {
  return ` (${slug})`;
}
