/** Joins texts to one map key. As JSON, so that no text can imitate the separator. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
