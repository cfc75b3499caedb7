import type { ListParameters } from '#contract/decode/list.ts';
import type { Finding, UnlistedField } from '#contract/decode/row.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import type { Question } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import type { PageFacts, Part } from '#domain/lists/planner/page.ts';
import type { SentRows } from './sent-rows.ts';

export type Call =
  | { readonly name: 'rows'; readonly question: Question }
  | { readonly name: 'slice'; readonly question: Question; readonly from: number; readonly to: number }
  | {
      readonly name: 'find';
      readonly question: Question;
      readonly field: string;
      readonly value: string;
      readonly near: number;
    }
  | {
      readonly name: 'group';
      readonly question: Question;
      readonly by: readonly string[];
      readonly sums: readonly string[];
      readonly least: number;
    }
  | { readonly name: 'sum'; readonly question: Question; readonly field: string }
  | { readonly name: 'scatter'; readonly question: Question; readonly across: string; readonly up: string }
  | { readonly name: 'numbers'; readonly question: Question; readonly fields: readonly string[] };

export interface OpenedList {
  readonly list: number;
  readonly resource: ListResource;
  readonly path: EndpointPath;
  readonly parameters: ListParameters;
}

export interface GivenRows {
  readonly list: number;
  readonly rows: SentRows;
}

export interface Union {
  readonly list: number;
  readonly resource: ListResource;
  readonly parts: readonly { readonly list: number; readonly rowFilter: Part<unknown>['rowFilter'] }[];
}

export interface ListCall {
  readonly list: number;
  readonly lookups: Lookups;
  readonly call: Call;
  /** `true` if the worker should only compute and cache the result, and return `null`. */
  readonly prefetch: boolean;
}

/** Methods of the list worker, called by the page. The page allocates a number for each list (`list`). */
export type ListMethods = {
  readonly open: (opened: OpenedList) => void;
  /** Passes on the next part of the response body. */
  readonly part: (part: { readonly list: number; readonly bytes: Uint8Array<ArrayBuffer> }) => void;
  /** Ends the response body. @returns what was read of the list, without its rows. */
  readonly end: (list: number) => ReadList;
  /** Sends rows of a list that the page holds, part by part. */
  readonly give: (given: GivenRows) => void;
  /** Merges the lists in `parts` into a new one with the number `list`. @returns its number of rows. */
  readonly unite: (union: Union) => number;
  /**
   * Runs a call on a list. @returns a value whose type follows from the name of the call (remote-listing.ts).
   */
  readonly ask: (ask: ListCall) => unknown;
  readonly drop: (list: number) => void;
};

export interface ReadList {
  readonly facts: PageFacts;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

/** Number of first rows that a call `rows` returns together with the count. Most screens show no more. */
export const headLength = 64;

export interface SentHead {
  readonly count: number;
  readonly head: SentRows;
}
