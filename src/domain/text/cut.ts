/**
 * Copies the first `most` characters of a text. With a plain slice, engines keep the complete text in memory.
 */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : structuredClone(text.slice(0, most));
}
