/** Figures with units, and changes, to the nearest. */

import { type Figure, formatExact, group, noValue, signed, space, toInteger, withUnit } from './format.ts';

/** Digits before the point that are still read at a glance, `999,999,999`. */
const longestWhole = 9;

function superscript(exponent: number): string {
  return String(exponent).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
}

/** `down` for a lower bound, which stays one. */
export type Rounding = 'nearest' | 'down';

const significant = 3;

/** The same number of digits with zeros after the third, or one more where it rounds up to a power of ten. */
function rounded(digits: string, kept: number, rounding: Rounding): string {
  const cut = digits.length - kept;
  if (cut <= 0) return digits;
  const unit = 10n ** BigInt(cut);
  const value = BigInt(digits) + (rounding === 'nearest' ? unit / 2n : 0n);
  return String(value - (value % unit));
}

/** Three significant figures and the largest unit that fits; each unit is 1,000 of the one before. */
function scale(exact: string, units: readonly string[], rounding: Rounding): string {
  const last = 3 * (units.length - 1);
  // Of the largest unit all whole digits are shown, as long as they can be read.
  const whole = exact.length - last;
  const kept = whole > longestWhole ? significant : Math.max(significant, whole);
  const digits = rounded(exact, kept, rounding);
  const power = Math.min(Math.floor((digits.length - 1) / 3), units.length - 1);
  const point = digits.length - 3 * power;
  // A deployment may send any number of digits: three of them are still three.
  if (point > longestWhole)
    return `${digits.charAt(0)}.${digits.slice(1, 3)}×10${superscript(point - 1)}${space}${units[power]}`;
  const fraction = power === 0 ? '' : digits.slice(point, point + Math.max(0, significant - point));
  return `${group(digits.slice(0, point))}${fraction && `.${fraction}`}${space}${units[power]}`;
}

/** Exact to 999,999, then three significant figures: "12.3 M", "4.56 bn". */
export function formatCount(value: Figure, rounding: Rounding = 'nearest'): string {
  const integer = toInteger(value);
  if (integer === null) return noValue;
  return signed(integer, (digits) =>
    digits.length <= 6 ? group(digits) : scale(digits, ['', '', 'M', 'bn'], rounding),
  );
}

/** With its sign: "+12", "−3", "0". */
export function formatChange(value: Figure): string {
  const integer = toInteger(value);
  return (integer ?? 0n) > 0n ? `+${formatExact(integer)}` : formatExact(integer);
}

/** Decimal units, three significant figures: "1.23 GB"; exact below 1 kB. */
export function formatBytes(bytes: Figure, rounding: Rounding = 'nearest'): string {
  const integer = toInteger(bytes);
  if (integer === null) return noValue;
  return signed(integer, (digits) => scale(digits, ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'], rounding));
}

/** "1,234,567 B". */
export function formatBytesExact(bytes: Figure): string {
  return withUnit(bytes, 'B');
}

/** A sum of advertised capacities: "2,655 G". What the letter stands for the document does not say. */
export function formatCapacity(total: Figure): string {
  return withUnit(total, 'G');
}

/** As {@link formatCapacity}, short enough for an axis: "12.3 bn G". */
export function formatCapacityShort(total: Figure): string {
  return `${formatCount(total)}${space}G`;
}

/** "+400 G", "−60 G". */
export function formatCapacityChange(change: Figure): string {
  return `${formatChange(change)}${space}G`;
}

/** A formatted figure and its unit apart, for where the unit is set smaller; `unit` is empty where there is none. */
export function splitUnit(text: string): { readonly value: string; readonly unit: string } {
  const [value = '', unit = ''] = text.split(space);
  return { value, unit };
}
