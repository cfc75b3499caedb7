/**
 * What the answers of a deployment contradict each other in, as data: v1 against v2 here, the
 * status document and the lists in inventory-contradictions.ts. What a status document says against its own parts is
 * told by its verdict.
 */

import type { Version } from '#contract/endpoints.ts';
import type { Freshness } from '../answer/freshness.ts';
import { classify, type WordOverrides } from '../severity/classify.ts';
import { type Severity, worst } from '../severity/severity.ts';
import { type Clause, plain, sent } from '../text/clause.ts';
import type { Difference } from './versions.ts';

/** The rows that show it, as a page and what it is to be filtered by. */
export type RowsBehind =
  | { readonly page: 'nodes' | 'regions'; readonly severity: readonly Severity[] }
  | { readonly page: 'region' | 'node'; readonly id: string }
  | { readonly page: 'endpoints' };

export interface Contradiction {
  /** What contradicts: the status document or a component of it, a region, two versions of a resource. */
  readonly kind: 'status-nodes' | 'status-regions' | 'region-nodes' | 'versions';
  readonly id: string;
  /** Of what kind that is which is contradicted, and its name; the status document has none. */
  readonly subject: 'status' | 'component' | 'region' | 'node';
  readonly name: string | null;
  /** The worse side. */
  readonly severity: Severity;
  readonly sentence: readonly Clause[];
  readonly rows: RowsBehind;
}

const rowsOf = {
  status: () => ({ page: 'endpoints' }),
  region: (id: string) => ({ page: 'region', id }),
  node: (id: string) => ({ page: 'node', id }),
} as const satisfies Record<string, (id: string) => RowsBehind>;

/** What v1 and v2 of a resource give differently: "fra1 status: “degraded” in v1, “operational” in v2". */
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
          : // Which of the two is right, nobody knows.
            'unknown',
      sentence: [sent(id), plain(` ${field}: `), ...given('v1'), plain(', '), ...given('v2'), plain('.')],
      rows: rowsOf[resource](id),
    };
  });
}

/** What is told may be told of now, of the moment when it was last read, or not at all. */
export type Tense = 'now' | 'then' | 'never';

/** A contradiction is asserted only while all it rests on is fresh; of what is lost nothing can be said. */
export function tenseOf(freshness: Freshness): Tense {
  if (freshness === 'fresh') return 'now';
  return freshness === 'late' ? 'then' : 'never';
}
