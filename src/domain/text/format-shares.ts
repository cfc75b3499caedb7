import { type Figure, formatExact, group, noValue, signed, space, toInteger } from './format.ts';

/**
 * Formats a share with one decimal, never rounded up to all or down to none: "66.7 %", "> 99.9 %", "< 0.1 %";
 * `–` if `whole` is 0.
 */
export function formatPercent(part: Figure, whole: Figure): string {
  const tenths = tenthsOfPercent(part, whole);
  if (tenths === null) return noValue;
  if (tenths === 0n && Number(part) > 0) return `<${space}0.1${space}%`;
  // Compared without conversion to `number`: integers may be beyond 2^53.
  if (tenths === 1000n && part !== null && whole !== null && part < whole) return `>${space}99.9${space}%`;
  return signed(tenths, (digits) => {
    const padded = digits.padStart(2, '0');
    return `${group(padded.slice(0, -1))}.${padded.slice(-1)}${space}%`;
  });
}

/** Formats a rank as an ordinal: "1st", "2nd", "12th", "4,271st". */
export function ordinal(rank: number): string {
  const teens = rank % 100 >= 11 && rank % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${formatExact(rank)}${ending}`;
}

function isInteger(value: Figure): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function tenthsOfPercent(part: Figure, whole: Figure): bigint | null {
  const [numerator, denominator] = [toInteger(part), toInteger(whole)];
  if (numerator === null || denominator === null || Number(whole) === 0) return null;
  // Two integers of any size divide exactly as `bigint`.
  if (isInteger(part) && isInteger(whole)) return dividedToNearest(numerator * 1000n, denominator);
  return toInteger((Number(part) / Number(whole)) * 1000);
}

/** Divides two integers and rounds to the nearest integer, halves away from zero. */
function dividedToNearest(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const over = numerator < 0n ? -numerator : numerator;
  const under = denominator < 0n ? -denominator : denominator;
  const quotient = (2n * over + under) / (2n * under);
  return isNegative ? -quotient : quotient;
}
