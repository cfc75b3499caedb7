/** Figures with units, shares and changes, to the nearest. */

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

/** A formatted figure and its unit apart, for where the unit is set smaller; `unit` is empty where there is none. */
export function splitUnit(text: string): { readonly value: string; readonly unit: string } {
  const [value = '', unit = ''] = text.split(space);
  return { value, unit };
}

/** `part` of `whole` with one decimal, to the nearest but never up to all nor down to none: "66.7 %", "> 99.9 %", "< 0.1 %". `–` where `whole` is 0. */
export function formatPercent(part: Figure, whole: Figure): string {
  const tenths = tenthsOfPercent(part, whole);
  if (tenths === null) return noValue;
  if (tenths === 0n && Number(part) > 0) return `<${space}0.1${space}%`;
  // Integers beyond what a number holds exactly are compared as they are.
  if (tenths === 1000n && part !== null && whole !== null && part < whole) return `>${space}99.9${space}%`;
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
  // Integers divide exactly, whatever their size.
  if (isWhole(part) && isWhole(whole)) return dividedToNearest(numerator * 1000n, denominator);
  return toInteger((Number(part) / Number(whole)) * 1000);
}

/** Halves away from zero. */
function dividedToNearest(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const over = numerator < 0n ? -numerator : numerator;
  const under = denominator < 0n ? -denominator : denominator;
  const quotient = (2n * over + under) / (2n * under);
  return isNegative ? -quotient : quotient;
}
