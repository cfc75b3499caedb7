/** Joins texts to one key. JSON, so that no text can contain the separator. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
