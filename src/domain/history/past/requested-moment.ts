/** Reads a moment that a viewer typed, such as "as of 03:00" or "as of 27 Nov 03:00:20". All times are UTC. */

const day = 86_400_000;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Returns the start of a day that exists, epoch milliseconds; `null` for others, such as the 30th of February. */
function dayOf(year: number, month: number, date: number): number | null {
  const start = Date.UTC(year, month, date);
  return new Date(start).getUTCMonth() === month && new Date(start).getUTCDate() === date ? start : null;
}

/** Returns the day that a text names; `undefined` if it names none, `null` if the text is no day. */
function dayIn(text: string, now: number): number | null | undefined {
  const today = Math.floor(now / day) * day;
  if (text === '') return undefined;
  if (text === 'today') return today;
  if (text === 'yesterday') return today - day;
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)t?$/.exec(text) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month) - 1, Number(date));
  const [, ofMonth, name = '', ofYear] = /^(\d{1,2}) ([a-z]{3})[a-z]{0,6}(?: (\d{4}))?,?$/.exec(text) ?? [];
  if (ofMonth === undefined || !months.includes(name)) return null;
  const inYear = (year: number) => dayOf(year, months.indexOf(name), Number(ofMonth));
  if (ofYear !== undefined) return inYear(Number(ofYear));
  const thisYear = new Date(now).getUTCFullYear();
  // Without a year it is the last such day.
  return (inYear(thisYear) ?? 0) > now ? inYear(thisYear - 1) : inYear(thisYear);
}

/**
 * Returns the past moment that a text asks for, epoch milliseconds; `null` if it asks for none. A time without a day is
 * the last such time.
 */
export function requestedMoment(text: string, now: number): number | null {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const [, dayText = '', hour = '', minute = '', second = '0'] =
    /^as of (.{0,20}?) ?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?z?(?: utc)?$/.exec(words) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const named = dayIn(dayText, now);
  if (named === null) return null;
  const today = Math.floor(now / day) * day;
  const start = named ?? (today + time > now ? today - day : today);
  return start + time > now ? null : start + time;
}
