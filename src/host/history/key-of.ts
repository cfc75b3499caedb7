/** Several texts as one key: JSON, so that none of them can stand for the separator. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
