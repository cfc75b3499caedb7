/**
 * Contradictions between responses of a deployment, as data: v1 against v2 here, the status document against the lists in
 * inventory-contradictions.ts. The verdict reports contradictions within a status document.
 */

import type { Version } from '#contract/endpoints.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Clause, plain, sent } from '../sentences/clause.ts';
import { classify, type WordOverrides } from '../severity/classify.ts';
import { type Severity, worst } from '../severity/severity.ts';
import type { Difference } from './versions.ts';

export type RowsBehind =
  | { readonly page: 'nodes' | 'regions'; readonly severity: readonly Severity[] }
  | { readonly page: 'region' | 'node'; readonly id: string }
  | { readonly page: 'endpoints' };

export interface Contradiction {
  /** The two sides: status document against a list, region against its nodes, v1 against v2. */
  readonly kind: 'status-nodes' | 'status-regions' | 'region-nodes' | 'versions';
  readonly id: string;
  readonly subject: 'status' | 'component' | 'region' | 'node';
  readonly name: string | null;
  readonly severity: Severity;
  readonly sentence: readonly Clause[];
  readonly rows: RowsBehind;
}

const rowsOf = {
  status: () => ({ page: 'endpoints' }),
  region: (id: string) => ({ page: 'region', id }),
  node: (id: string) => ({ page: 'node', id }),
} as const satisfies Record<string, (id: string) => RowsBehind>;

/** Differences between v1 and v2 of a resource: "fra1 status: “degraded” in v1, “operational” in v2". */
export function versionsAgainstEachOther(
  resource: keyof typeof rowsOf,
  differences: readonly Difference[],
  words: WordOverrides,
): readonly Contradiction[] {
  return differences.map((difference) => {
    const { id, field } = difference;
    const given = (version: Version): readonly Clause[] => {
      const value = difference[version];
      return [
        ...(value === null ? [plain('none')] : [plain('“'), sent(value), plain('”')]),
        plain(` in ${version}`),
      ];
    };
    return {
      kind: 'versions',
      id: `${resource} ${id} ${field}`,
      subject: resource,
      name: id,
      severity:
        field === 'status'
          ? worst([classify(difference.v1, words).severity, classify(difference.v2, words).severity])
          : // It is not known which of the two is right.
            'unknown',
      sentence: [sent(id), plain(` ${field}: `), ...given('v1'), plain(', '), ...given('v2'), plain('.')],
      rows: rowsOf[resource](id),
    };
  });
}

/** Tense of a contradiction: present, past, or not shown. */
export type Tense = 'now' | 'then' | 'never';

/** A contradiction is stated as present only while all its inputs are fresh, and not at all if one is lost. */
export function tenseOf(freshness: Freshness): Tense {
  if (freshness === 'fresh') return 'now';
  return freshness === 'late' ? 'then' : 'never';
}
