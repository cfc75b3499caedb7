/**
 * Figures and times as people read them (part 7 of the visual language). Everything cut is rounded down, so that
 * "at least" stays true. Total: what cannot be shown is `–`, never a word of the language this is written in.
 */

/** A figure from anywhere; `null` and what is not finite show as `–`. */
export type Figure = number | bigint | null;

/** No value. */
export const noValue = '–';

/** Keeps number and unit on one line. */
const space = '\u00a0';

function toInteger(value: Figure): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) ? BigInt(Math.trunc(Number(value))) : null;
}

// No Intl for figures and UTC: building its first formatter would delay the first verdict.
function group(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function signed(value: bigint, text: (digits: string) => string): string {
  return value < 0n ? `−${text(String(-value))}` : text(String(value));
}

/** Three significant figures and the largest unit that fits; each unit is 1,000 of the one before. */
function scale(digits: string, units: readonly string[]): string {
  const power = Math.min(Math.floor((digits.length - 1) / 3), units.length - 1);
  const point = digits.length - 3 * power;
  const whole = digits.slice(0, point);
  const fraction = power === 0 ? '' : digits.slice(point, point + Math.max(0, 3 - whole.length));
  return `${group(whole)}${fraction && `.${fraction}`}${space}${units[power]}`;
}

/** All digits, with commas: "1,234,567". A fraction is cut. */
export function formatExact(value: Figure): string {
  const integer = toInteger(value);
  return integer === null ? noValue : signed(integer, group);
}

/** Exact to 999,999, then three significant figures: "12.3 M", "4.56 bn". */
export function formatCount(value: Figure): string {
  const integer = toInteger(value);
  if (integer === null) return noValue;
  return signed(integer, (digits) => (digits.length <= 6 ? group(digits) : scale(digits, ['', '', 'M', 'bn'])));
}

/** With its sign: "+12", "−3", "0". */
export function formatChange(value: Figure): string {
  const integer = toInteger(value);
  return (integer ?? 0n) > 0n ? `+${formatExact(integer)}` : formatExact(integer);
}

/** Decimal units, three significant figures: "1.23 GB"; exact below 1 kB. */
export function formatBytes(bytes: Figure): string {
  const integer = toInteger(bytes);
  if (integer === null) return noValue;
  return signed(integer, (digits) => scale(digits, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']));
}

/** "1,234,567 B". */
export function formatBytesExact(bytes: Figure): string {
  return withUnit(bytes, 'B');
}

/** A sum of advertised capacities: "2,655 G". What the letter stands for the document does not say. */
export function formatCapacity(total: Figure): string {
  return withUnit(total, 'G');
}

function withUnit(value: Figure, unit: string): string {
  const digits = formatExact(value);
  return digits === noValue ? noValue : `${digits}${space}${unit}`;
}

/** A formatted figure and its unit apart, for where the unit is set smaller; `unit` is empty where there is none. */
export function splitUnit(text: string): { readonly value: string; readonly unit: string } {
  const [value = '', unit = ''] = text.split(space);
  return { value, unit };
}

/** `part` of `whole` with one decimal, rounded down: "96.7 %". `–` where `whole` is 0. */
export function formatPercent(part: Figure, whole: Figure): string {
  const tenths = tenthsOfPercent(part, whole);
  if (tenths === null) return noValue;
  return signed(tenths, (digits) => {
    const padded = digits.padStart(2, '0');
    return `${group(padded.slice(0, -1))}.${padded.slice(-1)}${space}%`;
  });
}

function isWhole(value: Figure): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function tenthsOfPercent(part: Figure, whole: Figure): bigint | null {
  const [numerator, denominator] = [toInteger(part), toInteger(whole)];
  if (numerator === null || denominator === null || Number(whole) === 0) return null;
  // Integers divide exactly; in floating point 57 of 100 would round down to 56.9 %.
  if (isWhole(part) && isWhole(whole)) return (numerator * 1000n) / denominator;
  return toInteger((Number(part) / Number(whole)) * 1000);
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Two units at most: "6 s", "51 min", "4 h 10 min", "11 d 4 h". A negative duration is "0 s". */
export function formatDuration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return noValue;
  const time = Math.max(0, milliseconds);
  if (time < minute) return withUnit(time / second, 's');
  if (time < hour) return withUnit(time / minute, 'min');
  const [large, small] = time < day ? ([hour, minute] as const) : ([day, hour] as const);
  const [largeUnit, smallUnit] = time < day ? ['h', 'min'] : ['d', 'h'];
  const rest = Math.floor((time % large) / small);
  const first = `${formatExact(time / large)}${space}${largeUnit}`;
  return rest === 0 ? first : `${first} ${rest}${space}${smallUnit}`;
}

/** "6 s ago" within its lifetime, "3 min old" past it. */
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

/** `null` for UTC, and for a zone that does not exist. */
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
    // A zone comes from an address; a mistyped one shows UTC.
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

/** "14:02:11". `time` in epoch milliseconds; a zone that does not exist falls back to UTC. */
export function formatClock(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ hour, minute, second }) => `${hour}:${minute}:${second}`);
}

/** "14:02". */
export function formatTime(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ hour, minute }) => `${hour}:${minute}`);
}

/** "12 Mar 2026". */
export function formatDate(time: number, zone = 'UTC'): string {
  return show(time, zone, ({ day, month, year }) => [day, month, year].join(space));
}

/** "12 Mar 2026 14:02". */
export function formatDateTime(time: number, zone = 'UTC'): string {
  const date = formatDate(time, zone);
  return date === noValue ? noValue : `${date} ${formatTime(time, zone)}`;
}

/** "1 node", "2,674 nodes", "2 countries". */
export function plural(count: Figure, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
