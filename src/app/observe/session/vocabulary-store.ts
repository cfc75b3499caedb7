/** Reads the words of every answer that reaches the query cache, once the page has nothing better to do. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { whenIdle } from '#app/ui/idle.ts';
import { type EndpointPath, endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Answer, Feed } from '#domain/answer/answer.ts';
import { exact } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { wordsInList, wordsInStatus } from '#domain/memory/vocabulary.ts';
import { recordWords, type Vocabulary } from './vocabulary.ts';

const vocabularies = new Map<string, Vocabulary>();
const listeners = new Set<() => void>();
const nothingSeen: Vocabulary = new Map();

/** Milliseconds. */
const longestWait = 2_000;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The words that this session has seen of a deployment. */
export function useVocabulary(slug: string): Vocabulary {
  return useSyncExternalStore(subscribe, () => vocabularies.get(slug) ?? nothingSeen);
}

/** Answers are typed by the query that made them; here they arrive through the cache, named by their path. */
async function read(slug: string, path: EndpointPath, answer: Answer<unknown>): Promise<void> {
  const isStatus = endpointAt(path).resource === 'status';
  // The list query's own answer (queries/lists.ts), or the status query's (queries/resources/status.ts).
  const listing = isStatus ? null : (answer.value as Listing<unknown>);
  const words = listing ? await wordsInList(path, listing) : wordsInStatus(answer.value as StatusDocument);
  const before = vocabularies.get(slug) ?? nothingSeen;
  vocabularies.set(slug, recordWords(before, answer, words, listing?.claim ?? exact));
  for (const listener of listeners) listener();
}

/** Runs one task after another, each when the page is idle; of an endpoint only the newest answer waits. */
function createIdleQueue() {
  const waiting = new Map<string, () => Promise<void>>();
  let running = false;
  const run = async () => {
    for (const [key, task] of waiting) {
      waiting.delete(key);
      await new Promise<void>((resolve) => whenIdle(resolve, longestWait));
      // What cannot be read for its words is read again with the next answer.
      await task().catch(() => undefined);
    }
    running = false;
  };
  return (key: string, task: () => Promise<void>) => {
    waiting.set(key, task);
    if (running) return;
    running = true;
    void run();
  };
}

/** Starts watching, first what is already there. Answers to questions with parameters repeat what others hold. */
export function watchVocabulary(client: QueryClient): () => void {
  const enqueue = createIdleQueue();
  const last = new WeakMap<Query, Answer<unknown>>();
  const look = (query: Query) => {
    const [slug, path, asked] = query.queryKey;
    if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return;
    if (typeof asked !== 'object' || asked === null || Object.keys(asked).length > 0) return;
    // Every query of this client holds a feed (queries/endpoint.ts).
    const answer = (query.state.data as Feed<unknown> | undefined)?.answer;
    if (!answer || last.get(query) === answer) return;
    last.set(query, answer);
    enqueue(query.queryHash, () => read(slug, path, answer));
  };
  for (const query of client.getQueryCache().getAll()) look(query);
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') look(event.query);
  });
}
