/** Text of a `datetime-local` field, in the time zone of the browser. */

const minute = 60_000;

/** Returns the text for a moment in whole seconds, such as `2026-11-27T04:00:00`. */
export function fieldText(moment: number): string {
  const offset = new Date(moment).getTimezoneOffset() * minute;
  return new Date(moment - offset).toISOString().slice(0, 19);
}

/** Returns the time zone of the browser, such as `Europe/Berlin`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the moment in a field, epoch milliseconds; `null` if the field is empty or incomplete. */
export function momentOfField(text: string): number | null {
  const moment = new Date(text).getTime();
  return Number.isNaN(moment) ? null : moment;
}
