/**
 * Compares the headers of a response with the API document (part 1: `application/json`; part 4:
 * `Cache-Control`).
 */

import type { Endpoint } from '#contract/endpoints.ts';
import type { ResponseHeaders } from '#domain/answer/answer.ts';
import { compareCacheControl } from './cache-control.ts';

export interface HeaderRow {
  readonly name: string;
  /** Value as sent; `null` for a documented header that was not sent. */
  readonly sent: string | null;
  readonly words: string;
  readonly differs: boolean;
}

type Sent = readonly (readonly [name: string, value: string])[];

const storedFields = {
  'content-type': 'contentType',
  'cache-control': 'cacheControl',
  age: 'age',
  expires: 'expires',
  date: 'date',
  etag: 'etag',
} as const satisfies Record<string, keyof ResponseHeaders>;

function pairsOf(headers: Sent | ResponseHeaders): Sent {
  if (!('contentType' in headers)) return headers;
  return Object.entries(storedFields).flatMap(([name, field]) => {
    const value = headers[field];
    return value === null ? [] : [[name, value] as const];
  });
}

/** Compares response headers with the API document: documented ones first, sent or not, then the others. */
export function againstDocument(headers: Sent | ResponseHeaders, endpoint: Endpoint): readonly HeaderRow[] {
  const pairs = pairsOf(headers);
  const sentAs = (name: string) => pairs.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
  const type = sentAs('content-type');
  const isJson = /^application\/json\s*(?:;|$)/i.test(type ?? '');
  const cache = compareCacheControl(sentAs('cache-control'), endpoint.cacheControl);
  return [
    {
      name: 'content-type',
      sent: type,
      words: isJson ? 'as described' : 'differs: documented application/json',
      differs: !isJson,
    },
    { name: 'cache-control', sent: cache.sent, words: cache.words, differs: cache.verdict === 'differs' },
    ...pairs
      .filter(([name]) => !/^(?:content-type|cache-control)$/i.test(name))
      .map(([name, sent]) => ({ name, sent, words: 'not in the API document', differs: false })),
  ];
}
