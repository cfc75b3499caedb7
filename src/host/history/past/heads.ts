/** Heads of responses: what a response states besides its rows, as JSON (`Observation.head`). */

import { isPlainObject } from '#contract/json/parse.ts';

/** A status document without status words and times. `null` stands for a value that is missing or wrong. */
export interface StatusHead {
  readonly version: string | null;
  readonly region: string | null;
  /** Names of the components, in their order. */
  readonly components: readonly (string | null)[];
}

export function writeStatusHead({ version, region, components }: StatusHead): string {
  return JSON.stringify({ version, region, components });
}

/** Head of a list in which a row has no key, so that this row is not recorded. */
export const headWithUnnamed = '{"unnamed":true}';

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses the head of a status document; `null` if it is not recorded. */
export function readStatusHead(body: string | null): StatusHead | null {
  const read: unknown = body === null ? null : JSON.parse(body);
  if (!isPlainObject(read) || !Array.isArray(read['components'])) return null;
  const { version, region, components } = read;
  return {
    version: textOrNull(version),
    region: textOrNull(region),
    components: components.map(textOrNull),
  };
}
