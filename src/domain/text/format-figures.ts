/** Figures with units, shares and changes (part 7 of the visual language). Everything cut is rounded down. */

import { type Figure, formatExact, group, noValue, signed, space, toInteger, withUnit } from './format.ts';

/** Digits before the point that are still read at a glance, `999,999,999`. */
const longestWhole = 9;

function superscript(exponent: number): string {
  return String(exponent).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
}

/** Three significant figures and the largest unit that fits; each unit is 1,000 of the one before. */
function scale(digits: string, units: readonly string[]): string {
  const power = Math.min(Math.floor((digits.length - 1) / 3), units.length - 1);
  const point = digits.length - 3 * power;
  const whole = digits.slice(0, point);
  // A deployment may send any number of digits (A37): three of them are still three.
  if (whole.length > longestWhole)
    return `${digits.charAt(0)}.${digits.slice(1, 3)}×10${superscript(point - 1)}${space}${units[power]}`;
  const fraction = power === 0 ? '' : digits.slice(point, point + Math.max(0, 3 - whole.length));
  return `${group(whole)}${fraction && `.${fraction}`}${space}${units[power]}`;
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

/** As {@link formatCapacity}, short enough for an axis: "12.3 bn G". */
export function formatCapacityShort(total: Figure): string {
  return `${formatCount(total)}${space}G`;
}

/** A formatted figure and its unit apart, for where the unit is set smaller; `unit` is empty where there is none. */
export function splitUnit(text: string): { readonly value: string; readonly unit: string } {
  const [value = '', unit = ''] = text.split(space);
  return { value, unit };
}

/** `part` of `whole` with one decimal, rounded down: "96.7 %"; what is there is never "0.0 %". `–` where `whole` is 0. */
export function formatPercent(part: Figure, whole: Figure): string {
  const tenths = tenthsOfPercent(part, whole);
  if (tenths === null) return noValue;
  if (tenths === 0n && Number(part) > 0) return `<${space}0.1${space}%`;
  return signed(tenths, (digits) => {
    const padded = digits.padStart(2, '0');
    return `${group(padded.slice(0, -1))}.${padded.slice(-1)}${space}%`;
  });
}

/** "1st", "2nd", "12th", "4,271st". */
export function ordinal(rank: number): string {
  const teens = rank % 100 >= 11 && rank % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank.toLocaleString('en')}${ending}`;
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
