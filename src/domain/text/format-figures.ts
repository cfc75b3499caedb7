/**
 * Formats counts, bytes, capacities and changes with units. Figures are rounded to the nearest by default.
 */

import { type Figure, formatExact, group, noValue, signed, space, toInteger, withUnit } from './format.ts';

/**
 * Maximum number of digits before the decimal point, as in `999,999,999`. Longer figures use a power of ten.
 */
const longestWhole = 9;

function superscript(exponent: number): string {
  return String(exponent).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
}

/** Rounding of a shown figure. `down` is for lower bounds: "at least 1.23 M" must not be rounded up. */
export type Rounding = 'nearest' | 'down';

const significant = 3;

/**
 * Rounds an integer to its first `precision` digits; the rest become zeros. The result has one more digit if
 * it rounds up to a power of ten.
 */
function rounded(digits: string, precision: number, rounding: Rounding): string {
  const cut = digits.length - precision;
  if (cut <= 0) return digits;
  const unit = 10n ** BigInt(cut);
  const value = BigInt(digits) + (rounding === 'nearest' ? unit / 2n : 0n);
  return String(value - (value % unit));
}

/**
 * Formats an integer with three significant digits and the largest fitting unit. Each unit is 1,000 times the
 * previous one.
 */
function scale(exact: string, units: readonly string[], rounding: Rounding): string {
  const last = 3 * (units.length - 1);
  // In the largest unit, all whole digits are shown, up to `longestWhole`.
  const whole = exact.length - last;
  const precision = whole > longestWhole ? significant : Math.max(significant, whole);
  const digits = rounded(exact, precision, rounding);
  const power = Math.min(Math.floor((digits.length - 1) / 3), units.length - 1);
  const point = digits.length - 3 * power;
  // A deployment may send any number of digits.
  if (point > longestWhole)
    return `${digits.charAt(0)}.${digits.slice(1, 3)}×10${superscript(point - 1)}${space}${units[power]}`;
  const fraction = power === 0 ? '' : digits.slice(point, point + Math.max(0, significant - point));
  return `${group(digits.slice(0, point))}${fraction && `.${fraction}`}${space}${units[power]}`;
}

/** Formats a count: exact to 999,999, then with three significant digits: "12.3 M", "4.56 bn". */
export function formatCount(value: Figure, rounding: Rounding = 'nearest'): string {
  const integer = toInteger(value);
  if (integer === null) return noValue;
  return signed(integer, (digits) =>
    digits.length <= 6 ? group(digits) : scale(digits, ['', '', 'M', 'bn'], rounding),
  );
}

/** Formats a difference of two counts, with its sign: "+12", "−3", "0". */
export function formatChange(value: Figure): string {
  const integer = toInteger(value);
  return (integer ?? 0n) > 0n ? `+${formatExact(integer)}` : formatExact(integer);
}

/** Formats bytes in decimal units with three significant digits: "1.23 GB"; exact below 1 kB. */
export function formatBytes(bytes: Figure, rounding: Rounding = 'nearest'): string {
  const integer = toInteger(bytes);
  if (integer === null) return noValue;
  return signed(integer, (digits) => scale(digits, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'], rounding));
}

/** Formats bytes with all digits: "1,234,567 B". */
export function formatBytesExact(bytes: Figure): string {
  return withUnit(bytes, 'B');
}

/** Formats a sum of capacities: "2,655 G". The API document does not define the letter G. */
export function formatCapacity(total: Figure): string {
  return withUnit(total, 'G');
}

/** Formats a sum of capacities in the short form for axes: "12.3 bn G". */
export function formatCapacityShort(total: Figure): string {
  return `${formatCount(total)}${space}G`;
}

/** Formats a change of capacity with its sign: "+400 G", "−60 G". */
export function formatCapacityChange(change: Figure): string {
  return `${formatChange(change)}${space}G`;
}

/**
 * Splits a formatted figure into value and unit, to style the unit. `unit` is empty if the figure has none.
 */
export function splitUnit(text: string): { readonly value: string; readonly unit: string } {
  const [value = '', unit = ''] = text.split(space);
  return { value, unit };
}
