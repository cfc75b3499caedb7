/** Quotes a text for a POSIX shell. Between single quotes only the quote itself is special. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A curl command for the same request, with `-i` for response headers. */
export function curlLine(url: string, headers: Readonly<Record<string, string>>): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)} `);
  return `curl -sS -i ${options.join('')}${shellWord(url)}`;
}
