/** What a list adds up to, as it travels from the observer to a page: plain JSON. */

import type { Integer } from '#contract/resources.ts';
import { narrow } from '../figures/arithmetic.ts';
import type { Sum } from './listing.ts';

/** A sum; its total in decimal digits, because JSON keeps no integer beyond 2^53. */
export interface WrittenSum {
  readonly total: string;
  /** Rows without a value. */
  readonly missing: number;
}

export function writtenSum({ total, missing }: Pick<Sum, 'total' | 'missing'>): WrittenSum {
  return { total: String(total), missing };
}

export function readSum({ total, missing }: WrittenSum): { readonly total: Integer; readonly missing: number } {
  return { total: narrow(BigInt(total)), missing };
}
