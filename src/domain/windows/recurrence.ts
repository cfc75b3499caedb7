/**
 * Parses recurrence rules of maintenance windows, a subset of RFC 5545: `FREQ` of `DAILY`, `WEEKLY` or
 * `MONTHLY`, with `INTERVAL`, `BYDAY`, `BYMONTHDAY` and `UNTIL`. Other parts are rejected with their name.
 * Days are counted from 1970.
 */

const day = 86_400_000;

interface ByDay {
  /** Day of the week; Sunday is 0. */
  readonly weekday: number;
  /** For monthly rules: 2 is the second such weekday of the month, -1 the last; 0 is each of them. */
  readonly ordinal: number;
}

export interface Recurrence {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly interval: number;
  readonly byDay: readonly ByDay[];
  /** Days of the month: 1 to 31, or -1 to -31 from its end. */
  readonly byMonthDay: readonly number[];
  /** `UNTIL` of the rule; `null` without one. The last occurrence may start at that time. */
  readonly until: { readonly time: number; readonly isUtc: boolean } | null;
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** Thrown for an invalid or unsupported rule. The message is a clause with the reason. */
class RecurrenceError extends Error {
  override readonly name = 'RecurrenceError';
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = /^[+-]?\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  const isInRange = value !== 0 && value >= least && value <= most;
  if (!isInRange) throw new RecurrenceError(`${name} must be a number from ${least} to ${most}, not "${text}"`);
  return value;
}

function byDayOf(text: string, frequency: Recurrence['frequency']): ByDay {
  const [, ordinal = '', name = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = weekdays.indexOf(name);
  if (weekday === -1) throw new RecurrenceError(`BYDAY must list days such as MO or 2TU, not "${text}"`);
  if (ordinal === '') return { weekday, ordinal: 0 };
  if (frequency !== 'MONTHLY') throw new RecurrenceError(`BYDAY=${text} needs FREQ=MONTHLY`);
  return { weekday, ordinal: numberOf('The number in BYDAY', ordinal, -5, 5) };
}

function untilOf(text: string): Recurrence['until'] {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text);
  const [, year = '', month = '', date = '', hour = '23', minute = '59', second = '59', zulu = ''] =
    match ?? [];
  const time = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time))
    throw new RecurrenceError(`UNTIL must be a time such as 20271231T220000Z, not "${text}"`);
  return { time, isUtc: zulu === 'Z' };
}

const supported = 'FREQ, INTERVAL, BYDAY, BYMONTHDAY, UNTIL and WKST=MO are supported';

/**
 * Parses a recurrence rule.
 * @throws RecurrenceError if the rule is invalid or not supported.
 */
export function parseRecurrence(text: string): Recurrence {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (name === '' || value === '' || rest.length > 0)
      throw new RecurrenceError(`"${part}" is not of the form NAME=VALUE`);
    if (parts.has(name)) throw new RecurrenceError(`${name} stands twice`);
    parts.set(name, value);
  }
  const frequency = frequencies.find((each) => each === parts.get('FREQ'));
  if (!frequency)
    throw new RecurrenceError(
      parts.has('FREQ')
        ? `FREQ=${parts.get('FREQ')} is not supported; use DAILY, WEEKLY or MONTHLY`
        : 'FREQ is missing; use FREQ=DAILY, WEEKLY or MONTHLY',
    );
  const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'WKST']);
  const unknown = [...parts].find(([name, value]) => !known.has(name) || (name === 'WKST' && value !== 'MO'));
  if (unknown) throw new RecurrenceError(`${unknown.join('=')} is not supported; ${supported}`);
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  if (frequency === 'WEEKLY' && parts.has('BYMONTHDAY'))
    throw new RecurrenceError('BYMONTHDAY needs FREQ=MONTHLY or DAILY');
  const until = parts.get('UNTIL');
  return {
    frequency,
    interval: numberOf('INTERVAL', parts.get('INTERVAL') ?? '1', 1, 1_000),
    byDay: list('BYDAY').map((each) => byDayOf(each, frequency)),
    byMonthDay: list('BYMONTHDAY').map((each) => numberOf('BYMONTHDAY', each, -31, 31)),
    until: until === undefined ? null : untilOf(until),
  };
}

interface DateOf {
  readonly month: number;
  readonly date: number;
  readonly weekday: number;
  readonly length: number;
}

function dateOf(dayNumber: number): DateOf {
  const at = new Date(dayNumber * day);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { month: year * 12 + month, date: at.getUTCDate(), weekday: at.getUTCDay(), length };
}

/** Returns the number of the week in which a day lies. Weeks start on Monday. */
function weekOf(dayNumber: number): number {
  return Math.floor((dayNumber + 3) / 7);
}

function isByDay(byDay: readonly ByDay[], { weekday, date, length }: DateOf): boolean {
  return byDay.some(
    (each) =>
      each.weekday === weekday &&
      (each.ordinal === 0 ||
        each.ordinal === Math.ceil(date / 7) ||
        each.ordinal === -Math.ceil((length - date + 1) / 7)),
  );
}

/** Whether a rule whose first occurrence is on the day `first` has one on `dayNumber`. Ignores `UNTIL`. */
export function occursOn(rule: Recurrence, first: number, dayNumber: number): boolean {
  if (dayNumber < first) return false;
  const { frequency, interval, byDay, byMonthDay } = rule;
  const [from, on] = [dateOf(first), dateOf(dayNumber)];
  const isDate =
    byMonthDay.length === 0 || byMonthDay.some((each) => (each > 0 ? each : on.length + each + 1) === on.date);
  const isDay = byDay.length === 0 || isByDay(byDay, on);
  switch (frequency) {
    case 'DAILY':
      return (dayNumber - first) % interval === 0 && isDate && isDay;
    case 'WEEKLY':
      return (
        (weekOf(dayNumber) - weekOf(first)) % interval === 0 &&
        (byDay.length > 0 ? isDay : on.weekday === from.weekday)
      );
    case 'MONTHLY': {
      const isPlain = byDay.length === 0 && byMonthDay.length === 0;
      return (on.month - from.month) % interval === 0 && (isPlain ? on.date === from.date : isDate && isDay);
    }
  }
}
