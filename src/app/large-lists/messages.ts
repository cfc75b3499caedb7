/** What page and worker say to each other about one large list. */

import type { Asked } from '../../contract/decode-list.ts';
import type { Finding, Flaw, UnlistedField } from '../../contract/decode-record.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListResource } from '../../contract/resources.ts';
import type { Question } from '../../domain/listing.ts';
import type { Lookups } from '../../domain/lookups.ts';
import type { PageFacts } from '../../domain/planner/page.ts';

/** One question to a listing (domain/listing.ts). */
export type Call =
  /** How many rows answer, and the first of them. */
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
  | { readonly name: 'cloud'; readonly question: Question; readonly across: string; readonly up: string }
  | { readonly name: 'numbers'; readonly question: Question; readonly fields: readonly string[] };

export type ToWorker =
  | {
      readonly kind: 'open';
      readonly resource: ListResource;
      readonly path: EndpointPath;
      readonly asked: Asked;
    }
  | { readonly kind: 'part'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'ask'; readonly id: number; readonly lookups: Lookups; readonly call: Call };

/** What the page needs to know of the answer besides its rows. */
export interface ReadList {
  readonly facts: PageFacts;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

export type FromWorker =
  | { readonly kind: 'read'; readonly list: ReadList }
  | { readonly kind: 'unreadable'; readonly cause: 'syntax' | 'contract'; readonly message: string }
  | { readonly kind: 'answered'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** So many rows come with their number: most screens show no more. */
export const headLength = 64;

export interface SentHead {
  readonly count: number;
  readonly head: SentRows;
}

/** Rows on their way: a record's flaws stand beside it, because a symbol does not travel. */
export interface SentRows {
  readonly rows: readonly object[];
  readonly flaws: ReadonlyMap<number, ReadonlyMap<string, Flaw>>;
}
