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
    // A browser may not know every zone.
  }
  formats.set(timeZone, format);
  return format;
}

/**
 * "15:32": what clocks show in a time zone; `null` where the zone is not known here.
 *
 * @param at - epoch milliseconds.
 */
export function formatLocalTime(at: number, timeZone: string): string | null {
  return formatOf(timeZone)?.format(at) ?? null;
}
