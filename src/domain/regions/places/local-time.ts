const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat | null = null;
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    // The browser does not know this time zone.
  }
  formats.set(timeZone, format);
  return format;
}

/**
 * Formats the local time in a time zone: "15:32"; `null` for an unknown zone.
 * @param at - epoch milliseconds
 */
export function formatLocalTime(at: number, timeZone: string): string | null {
  return formatOf(timeZone)?.format(at) ?? null;
}
