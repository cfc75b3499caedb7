/**
 * Formats figures and times, rounded to the nearest. Functions here never throw: a value that cannot be shown
 * becomes `–`, never `NaN` or `undefined`.
 */

/** A number to show. `null` and non-finite numbers are shown as `–`. */
export type Figure = number | bigint | null;

export const noValue = '–';

/** Text shown in place of a text without visible characters. */
export const blank = '(blank)';

/** Whether a text has no visible characters: only spaces, control and format characters, and fillers. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** No-break space, which stands between number and unit. */
export const space = '\u00a0';

export function toInteger(value: Figure): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) ? BigInt(Math.round(Number(value))) : null;
}

// Figures and UTC times are formatted without `Intl`: creating the first formatter would delay the first
// verdict.
export function group(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

export function signed(value: bigint, text: (digits: string) => string): string {
  return value < 0n ? `−${text(String(-value))}` : text(String(value));
}

/** Formats all digits with commas: "1,234,567". Fractions are rounded. */
export function formatExact(value: Figure): string {
  const integer = toInteger(value);
  return integer === null ? noValue : signed(integer, group);
}

export function withUnit(value: Figure, unit: string): string {
  const digits = formatExact(value);
  return digits === noValue ? noValue : `${digits}${space}${unit}`;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

function durationText(milliseconds: number, round: (count: number) => number): string {
  if (!Number.isFinite(milliseconds)) return noValue;
  const time = Math.max(0, milliseconds);
  const [seconds, minutes, hours] = [round(time / second), round(time / minute), round(time / hour)];
  if (seconds < 60) return withUnit(seconds, 's');
  if (minutes < 60) return withUnit(minutes, 'min');
  return minutes < 24 * 60 ? inUnits(minutes, 60, 'h', 'min') : inUnits(hours, 24, 'd', 'h');
}

/**
 * Formats a duration in at most two units, rounded: "6 s", "51 min", "4 h 10 min", "11 d 4 h". A negative
 * duration is "0 s".
 */
export function formatDuration(milliseconds: number): string {
  return durationText(milliseconds, Math.round);
}

/** Formats a duration as {@link formatDuration} does, rounded down: a part of a month is never the whole month. */
export function formatDurationDown(milliseconds: number): string {
  return durationText(milliseconds, Math.floor);
}

/**
 * Formats a count in two units: "4 h 10 min" for 250 minutes, "4 h" for 240. `each` is the number of small
 * units in a large one.
 */
function inUnits(count: number, each: number, large: string, small: string): string {
  const rest = count % each;
  const first = withUnit((count - rest) / each, large);
  return rest === 0 ? first : `${first} ${withUnit(rest, small)}`;
}

/**
 * Formats the age of a response: "6 s ago", or "3 min old" if the response is `late`, which means past its
 * validity period.
 */
export function formatAge(milliseconds: number, { late }: { readonly late: boolean }): string {
  const duration = formatDuration(milliseconds);
  return duration === noValue ? noValue : `${duration} ${late ? 'old' : 'ago'}`;
}

interface Moment {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const zones = new Map<string, Intl.DateTimeFormat | null>();

/** Returns the cached formatter of a time zone; `null` for UTC and for unknown zones. */
function formatterOf(zone: string): Intl.DateTimeFormat | null {
  if (zone === 'UTC') return null;
  const known = zones.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    // The zone comes from the URL. An unknown zone is shown in UTC.
  }
  zones.set(zone, made);
  return made;
}

function momentOf(time: number, zone: string): Moment | null {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return null;
  const formatter = formatterOf(zone);
  if (!formatter)
    return {
      year: String(date.getUTCFullYear()),
      month: months[date.getUTCMonth()] ?? '',
      day: String(date.getUTCDate()),
      hour: twoDigits(date.getUTCHours()),
      minute: twoDigits(date.getUTCMinutes()),
      second: twoDigits(date.getUTCSeconds()),
    };
  const parts = formatter.formatToParts(date);
  const part = (type: keyof Moment) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

function show(time: number, zone: string, text: (moment: Moment) => string): string {
  const moment = momentOf(time, zone);
  return moment ? text(moment) : noValue;
}

/**
 * Formats a time with seconds: "14:02:11". `time` is in epoch milliseconds. An unknown zone is shown in UTC.
 */
export function formatClock(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ hour, minute, second }) => `${hour}:${minute}:${second}`);
}

/** Formats a time without seconds: "14:02". */
export function formatTime(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ hour, minute }) => `${hour}:${minute}`);
}

/** Formats a date: "12 Mar 2026". */
export function formatDate(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ day, month, year }) => [day, month, year].join(space));
}

/** Formats a time of today as "14:02", and a time of another day as "12 Mar 2026". */
export function formatDay(time: number, now: number, zone = 'UTC'): string {
  const date = formatDate(time, zone);
  return date === formatDate(now, zone) ? formatTime(time, zone) : date;
}

/** Formats a time of today as "14:02", and a time of another recent day as "12 Mar", without the year. */
export function formatRecentDay(time: number, now: number, zone = 'UTC'): string {
  const isToday = formatDate(time, zone) === formatDate(now, zone);
  return isToday ? formatTime(time, zone) : show(time, zone, ({ day, month }) => [day, month].join(space));
}

/** Formats a date and time: "12 Mar 2026 14:02". */
export function formatDateTime(time: number, zone = 'UTC'): string {
  const date = formatDate(time, zone);
  return date === noValue ? noValue : `${date} ${formatTime(time, zone)}`;
}

/** Formats a count with its noun: "1 node", "2,674 nodes", "2 countries". */
export function plural(count: Figure, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** Joins words to an enumeration: "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
