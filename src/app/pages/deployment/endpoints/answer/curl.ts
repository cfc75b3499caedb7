/** Quotes a text for a POSIX shell. Between single quotes only the quote itself is special. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Builds a curl command that sends the same request and prints the response headers (`-i`). */
export function curlLine(url: string, headers: Readonly<Record<string, string>>): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)} `);
  return `curl -sS -i ${options.join('')}${shellWord(url)}`;
}
