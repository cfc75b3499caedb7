/**
 * Contradictions between responses of a deployment, as data. This file compares v1 with v2;
 * inventory-contradictions.ts compares the status document with the lists. The verdict reports contradictions
 * within a status document.
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
  /**
   * The two sides that contradict each other: status document and a list, region and its nodes, or v1 and v2.
   */
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

/**
 * Returns the differences between v1 and v2 of a resource as contradictions: "fra1 status: “degraded” in v1,
 * “operational” in v2".
 */
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
          : // It is not known which version is right.
            'unknown',
      sentence: [sent(id), plain(` ${field}: `), ...given('v1'), plain(', '), ...given('v2'), plain('.')],
      rows: rowsOf[resource](id),
    };
  });
}

/** How a contradiction is worded: in the present, in the past, or not shown. */
export type Tense = 'now' | 'then' | 'never';

/**
 * Returns the tense of a contradiction: present only while all its responses are fresh, past while one is late or of the
 * past, not shown if one is lost.
 */
export function tenseOf(freshness: Freshness): Tense {
  if (freshness === 'fresh') return 'now';
  return freshness === 'late' || freshness === 'past' ? 'then' : 'never';
}
