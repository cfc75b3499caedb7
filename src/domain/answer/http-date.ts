/** The three date formats of RFC 9110 section 5.6.7. `Date.parse` alone would read "0" as the year 2000. */
const httpDates =
  /[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}/g;

/** Parses an HTTP date to epoch milliseconds, the earliest if several were sent; `null` if there is none. */
export function parseHttpDate(text: string | null): number | null {
  const times = [...(text?.matchAll(httpDates) ?? [])]
    .map(([date]) => Date.parse(date.endsWith('GMT') ? date : `${date} GMT`))
    .filter((time) => !Number.isNaN(time));
  return times.length > 0 ? Math.min(...times) : null;
}
