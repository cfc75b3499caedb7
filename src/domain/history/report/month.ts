/** Months of a report, written as `2026-11`. */

/** Whether a text is a month of the years 1970 to 2999. */
export function isMonth(text: string): boolean {
  return /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])$/.test(text);
}

/** Returns the start of a month in UTC, in epoch milliseconds. */
export function startInUtc(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/** Returns the month of a time in UTC. */
export function monthAt(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** Returns the month that comes `months` after another one. */
export function monthAfter(month: string, months: number): string {
  const date = new Date(startInUtc(month));
  return monthAt(date.setUTCMonth(date.getUTCMonth() + months));
}

/** Names a month: "November 2026". */
export function monthName(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(startInUtc(month));
}
