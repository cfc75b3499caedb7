/**
 * Status words and undocumented members in responses since the page opened, with first time, place and count.
 * Limited in size.
 */

import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { WordCount } from '#domain/memory/vocabulary.ts';
import { cut } from '#domain/text/cut.ts';

export interface Use {
  readonly count: number;
  readonly claim: Claim;
}

export interface SeenWord {
  readonly resource: Resource;
  /** Path of the field. For an undocumented member, the member's own path. */
  readonly field: string;
  /** The word, at most {@link longestWord} characters; for an undocumented member, the type of its value. */
  readonly word: string;
  readonly isMember: boolean;
  /** Time of the first response with the word, epoch milliseconds. */
  readonly firstSeenAt: number;
  /** Number of uses for each endpoint whose last response had the word; empty if none has it now. */
  readonly uses: ReadonlyMap<EndpointPath, Use>;
}

/** Seen words by a unique key, in the order of their first appearance. */
export type Vocabulary = ReadonlyMap<string, SeenWord>;

/** Maximum number of words stored per field. A service may send new words in each response. */
export const mostWords = 300;
export const longestWord = 500;

function fieldKey(word: Pick<SeenWord, 'resource' | 'field' | 'isMember'>): string {
  return `${word.resource} ${word.isMember ? 'member' : word.field}`;
}

/** Adds the words of a response. Words that the endpoint no longer sends keep their first time. */
export function recordWords(
  vocabulary: Vocabulary,
  answer: Pick<Answer<unknown>, 'path' | 'receivedAt' | 'unlisted'>,
  words: readonly WordCount[],
  claim: Claim,
): Vocabulary {
  const { path, receivedAt } = answer;
  const { resource } = endpointAt(path);
  const next = new Map<string, SeenWord>();
  const perField = new Map<string, number>();
  const keep = (key: string, word: SeenWord) => {
    const of = fieldKey(word);
    const wordCount = perField.get(of) ?? 0;
    if (wordCount >= mostWords) return;
    perField.set(of, wordCount + 1);
    next.set(key, word);
  };
  for (const [key, word] of vocabulary) {
    if (!word.uses.has(path)) keep(key, word);
    else {
      const uses = new Map(word.uses);
      uses.delete(path);
      keep(key, { ...word, uses });
    }
  }
  const seen = [
    ...words.map((each) => ({ ...each, isMember: false })),
    ...answer.unlisted.map(({ path: field, type, count }) => ({ field, word: type, count, isMember: true })),
  ];
  for (const { field, word: sent, count, isMember } of seen) {
    const word = cut(sent, longestWord);
    const key = JSON.stringify([resource, field, isMember ? null : word]);
    const known = next.get(key);
    const former = known?.uses.get(path)?.count ?? 0;
    const uses = new Map(known?.uses).set(path, { count: former + count, claim });
    if (known) next.set(key, { ...known, word, uses });
    else keep(key, { resource, field, word, isMember, firstSeenAt: receivedAt, uses });
  }
  return next;
}
