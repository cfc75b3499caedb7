/** The first `most` characters as a copy. Engines keep the complete text in memory behind a plain slice. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : structuredClone(text.slice(0, most));
}
