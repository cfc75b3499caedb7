/** Maximum length of a text that is remembered. Clients choose the texts, and honest ones send short ones. */
const longestText = 200;

/**
 * Returns a function that computes the value of a text once. It remembers at most `limit` texts, and then
 * begins again.
 */
export function remembered<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    const computed = compute(text);
    if (text.length > longestText) return computed;
    if (known.size >= limit) known.clear();
    known.set(text, computed);
    return computed;
  };
}
