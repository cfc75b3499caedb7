import type { Integer } from '#contract/resources.ts';
import { narrow } from '../numbers/arithmetic.ts';
import type { Sum } from './listing.ts';

/** A {@link Sum} as JSON. `total` is decimal text, because JSON numbers are exact only up to 2^53. */
export interface WrittenSum {
  readonly total: string;
  readonly missing: number;
}

export function writtenSum({ total, missing }: Pick<Sum, 'total' | 'missing'>): WrittenSum {
  return { total: String(total), missing };
}

export function readSum({ total, missing }: WrittenSum): { readonly total: Integer; readonly missing: number } {
  return { total: narrow(BigInt(total)), missing };
}
