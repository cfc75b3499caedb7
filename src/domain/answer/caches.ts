/** The caches between us and a service, as far as responses show them, in words (docs/caches.md). */

import type { Answer, AnswerHeaders } from './answer.ts';
import { grace, isStatus } from './freshness.ts';
import { inSeconds } from './poll.ts';

/** Characters of the headers that are read, and names that are shown. */
const longestHeader = 1_000;
const mostNames = 5;

const viaEntry = /(?:^|,)\s*(?:[\w.-]+\/)?[\w.-]+\s+([^\s,(]+)(?:\s*\(([^)]*)\))?/g;
const xCacheEntry = /\bfrom\s+([^\s,]+)/g;

/** Names of the caches that a response went through: the product in the comment of `Via`, else the host. */
export function cacheNames({ via, xCache }: Pick<AnswerHeaders, 'via' | 'xCache'>): readonly string[] {
  const byVia = [...(via ?? '').slice(0, longestHeader).matchAll(viaEntry)].map(
    ([, host = '', comment]) => comment?.trim() || host,
  );
  if (byVia.length > 0) return byVia;
  return [...(xCache ?? '').slice(0, longestHeader).matchAll(xCacheEntry)].map(([, host = '']) => host);
}

export interface CachesSeen {
  /** Without repeats. */
  readonly names: readonly string[];
  /** Whether any response shows a cache at all, named or not. */
  readonly any: boolean;
  /** Whether any response states its age. */
  readonly stateAge: boolean;
  /** The largest age of a response that is still fresh, milliseconds. */
  readonly largestAge: number;
}

/** @param answers - of the lists of one deployment. */
export function cachesSeen(answers: readonly Answer<unknown>[]): CachesSeen {
  const lists = answers.filter((answer) => !isStatus(answer));
  const names = [...new Set(lists.flatMap(({ headers }) => cacheNames(headers)))];
  const stateAge = lists.some(({ headers }) => headers.age !== null && headers.servedAge === null);
  const isOld = lists.some(({ ageSeconds }) => ageSeconds > 0);
  const any = names.length > 0 || stateAge || isOld || lists.some(({ headers }) => headers.xCache !== null);
  const longest = Math.max(0, ...lists.map(({ lifetime }) => lifetime.fullMilliseconds));
  return { names: names.slice(0, mostNames), any, stateAge: stateAge || isOld, largestAge: longest + grace };
}

/** One or two sentences for the Endpoints page and `edgewatch check`. */
export function describeCaches({ names, any, stateAge, largestAge }: CachesSeen): string {
  const age = inSeconds(largestAge / 1000);
  if (!any) return 'No response shows a cache on the way from the service.';
  const which = names.length > 0 ? `Caches on the way: ${names.join(', ')}.` : 'A cache is on the way.';
  return stateAge
    ? `${which} Copies state their age: none stays fresh beyond ${age}.`
    : `${which} Copies state no age: a stale copy can hide an outage.`;
}
