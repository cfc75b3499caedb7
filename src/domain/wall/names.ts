/**
 * Selects the names that fit in a line, and counts the others.
 * @param widthOf - returns the width of a text, in the unit of `room`
 */
export function namesInLine(
  names: readonly string[],
  room: number,
  widthOf: (text: string) => number,
): { readonly shown: readonly string[]; readonly more: number } {
  if (widthOf(names.join(', ')) <= room) return { shown: names, more: 0 };
  let shown = 0;
  for (let count = 1; count < names.length; count += 1) {
    const line = `${names.slice(0, count).join(', ')} and ${names.length - count} more`;
    if (widthOf(line) > room) break;
    shown = count;
  }
  // The first name is shown even if it has to be cut.
  const visible = Math.max(1, shown);
  return { shown: names.slice(0, visible), more: names.length - visible };
}
