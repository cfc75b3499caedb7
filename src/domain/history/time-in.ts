/**
 * Parses a time of an address, such as `2026-11-23T03:00:20.123Z`, with at most three decimals.
 * @returns epoch milliseconds; `null` if the text has another form.
 */
export function timeIn(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text)) return null;
  const time = Date.parse(text);
  // `Date.parse` accepts days that do not exist, such as the 30th of February.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 19)) ? null : time;
}
