/**
 * Checks the query parameters of a request to a documented endpoint (API document, part 4, rules 1 to 3).
 * Everything else is refused.
 */

import type { Endpoint, Parameter } from '#contract/endpoints.ts';
import { isRegionCode } from '#contract/region-code.ts';

export const greatestLimit = 1_000_000;

export interface SearchMistake {
  readonly parameter: string;
  readonly mistake: string;
}

export type CheckedSearch =
  /** The checked query string, `?limit=…&region=…` in this order, or empty. */
  { readonly search: string } | SearchMistake;

function mistakeIn(parameter: Parameter, value: string): string | null {
  if (parameter === 'region')
    return isRegionCode(value) ? null : 'region must be three lowercase letters and a digit.';
  const isGood = /^\d{1,7}$/.test(value) && Number(value) >= 1 && Number(value) <= greatestLimit;
  return isGood ? null : `limit must be an integer from 1 to ${greatestLimit}.`;
}

/**
 * Checks a query string against the parameters of an endpoint.
 * @param search - query string, with or without `?`.
 */
export function checkSearch(endpoint: Endpoint, search: string): CheckedSearch {
  if (search === '') return { search };
  const passed = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    const parameter = endpoint.parameters.find((known) => known === name);
    const shown = JSON.stringify(name.slice(0, 100));
    if (!parameter)
      return { parameter: name.slice(0, 100), mistake: `${endpoint.path} takes no parameter ${shown}.` };
    if (passed.has(parameter)) return { parameter, mistake: `${parameter} is given twice.` };
    const mistake = mistakeIn(parameter, value);
    if (mistake !== null) return { parameter, mistake };
    // One spelling per request, for the cache: `007` becomes `7`.
    passed.set(parameter, parameter === 'limit' ? String(Number(value)) : value);
  }
  passed.sort();
  return { search: passed.size === 0 ? '' : `?${passed.toString()}` };
}
