/** The beginning of a text without the rest: engines keep a whole text alive behind a slice of it, for as long as that. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : structuredClone(text.slice(0, most));
}
