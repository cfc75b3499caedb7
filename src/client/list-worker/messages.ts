import type { Asked } from '#contract/decode/list.ts';
import type { Finding, UnlistedField } from '#contract/decode/record.ts';
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

/** A message with a reply. `list` is the number that the page gave the list. */
export type Asking =
  /** End of the body. Reply: {@link ReadList}. */
  | { readonly kind: 'end'; readonly list: number }
  /** Rows from the page, part by part. */
  | {
      readonly kind: 'give';
      readonly list: number;
      readonly resource: ListResource;
      readonly rows: SentRows;
    }
  /** Merges several lists into one. Reply: its number of rows. */
  | {
      readonly kind: 'unite';
      readonly list: number;
      readonly resource: ListResource;
      readonly parts: readonly { readonly list: number; readonly keep: Part<unknown>['keep'] }[];
    }
  | Ask;

export interface Ask {
  readonly kind: 'ask';
  readonly list: number;
  readonly lookups: Lookups;
  readonly call: Call;
  readonly prefetch: boolean;
}

/** A batch: calls of the same moment arrive together, so that rows can run before figures. */
interface Asks {
  readonly kind: 'asks';
  readonly asks: readonly Numbered<Ask>[];
}

export type Numbered<T> = T & { readonly id: number };

type OneWay =
  | {
      readonly kind: 'open';
      readonly list: number;
      readonly resource: ListResource;
      readonly path: EndpointPath;
      readonly asked: Asked;
    }
  | { readonly kind: 'part'; readonly list: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'drop'; readonly list: number };

export type ToWorker = OneWay | Asks | Numbered<Exclude<Asking, Ask>>;

export interface ReadList {
  readonly facts: PageFacts;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

export type FromWorker =
  | { readonly kind: 'answered'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly cause: 'syntax' | 'contract' | null;
      readonly message: string;
    };

/** Number of rows sent with the count: most screens show no more. */
export const headLength = 64;

export interface SentHead {
  readonly count: number;
  readonly head: SentRows;
}
