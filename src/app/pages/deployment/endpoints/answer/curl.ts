/** A request as a line of a shell. */

/** One word of a POSIX shell, whatever it holds: nothing is special between single quotes but the quote itself. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Asks the same question from a terminal and shows the headers of the answer, too. */
export function curlLine(url: string, headers: Readonly<Record<string, string>>): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)} `);
  return `curl -sS -i ${given.join('')}${shellWord(url)}`;
}
