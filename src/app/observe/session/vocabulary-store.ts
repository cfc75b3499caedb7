/** Collects the status words of every response in the query cache when the page is idle. */

import type { QueryClient } from '@tanstack/react-query';
import { useStore } from '#app/ui/host.ts';
import { whenIdle } from '#app/ui/time/idle.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { type WordCount, wordsInList, wordsInStatus } from '#domain/memory/vocabulary.ts';
import { type FeedEvent, isFeedOf, watchFeeds } from '../feeds.ts';
import { recordWords, type Vocabulary } from './vocabulary.ts';

const vocabularies = new Map<string, Vocabulary>();
const listeners = new Set<() => void>();
const nothingSeen: Vocabulary = new Map();

/** Maximum milliseconds to wait for idle time. */
const longestWait = 2_000;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useVocabulary(slug: string): Vocabulary {
  return useStore(subscribe, () => vocabularies.get(slug) ?? nothingSeen);
}

function keep(slug: string, answer: Answer<unknown>, words: readonly WordCount[], claim: Claim): void {
  const before = vocabularies.get(slug) ?? nothingSeen;
  vocabularies.set(slug, recordWords(before, answer, words, claim));
  for (const listener of listeners) listener();
}

async function read(event: FeedEvent): Promise<void> {
  const { slug, path } = event;
  if (isFeedOf(event, 'status')) {
    const answer = event.feed?.answer;
    if (answer) keep(slug, answer, wordsInStatus(answer.value), exact);
  } else {
    const answer = event.feed?.answer;
    if (answer) keep(slug, answer, await wordsInList<unknown>(path, answer.value), answer.value.claim);
  }
}

/**
 * Creates a queue that runs one task after another, each when the page is idle. For each key, only the newest
 * task waits.
 */
function createIdleQueue() {
  const waiting = new Map<string, () => Promise<void>>();
  let running = false;
  const run = async () => {
    for (const [key, task] of waiting) {
      waiting.delete(key);
      await new Promise<void>((resolve) => whenIdle(resolve, longestWait));
      // After an error the next response is read.
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

/**
 * Starts to collect status words, beginning with the cached feeds. Responses for one region repeat rows of
 * others and are not read, nor are responses of the past.
 */
export function watchVocabulary(client: QueryClient): void {
  const enqueue = createIdleQueue();
  watchFeeds(client, (event) => {
    const { slug, path, region, feed, before } = event;
    const answer = feed?.answer;
    const isWhole = region === undefined && momentOf(slug) === null;
    if (isWhole && answer && answer !== before?.answer) enqueue(`${slug} ${path}`, () => read(event));
  });
}
