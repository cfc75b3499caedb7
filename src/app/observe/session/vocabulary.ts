/** Words and members that answers held since the page opened: when each was first seen, where, how often. Bounded. */

import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { WordCount } from '#domain/memory/vocabulary.ts';
import { cut } from '#domain/text/cut.ts';

/** How often a word stood in the last answer of an endpoint. */
export interface Use {
  readonly count: number;
  readonly claim: Claim;
}

export interface SeenWord {
  readonly resource: Resource;
  /** Field path; of a member that the document does not name, its own. */
  readonly field: string;
  /** At most {@link longestWord} characters of it; of such a member, its type. */
  readonly word: string;
  readonly isMember: boolean;
  /** Epoch milliseconds. */
  readonly firstSeenAt: number;
  /** By endpoint that held it when it was last read; none where no last answer holds it any more. */
  readonly uses: ReadonlyMap<EndpointPath, Use>;
}

/** Seen words by their key, in order of first sight. */
export type Vocabulary = ReadonlyMap<string, SeenWord>;

/** A service may send other words with each answer: further ones of a field are not kept. */
export const mostWords = 300;
export const longestWord = 500;

function fieldKey(word: Pick<SeenWord, 'resource' | 'field' | 'isMember'>): string {
  return `${word.resource} ${word.isMember ? 'member' : word.field}`;
}

/** Adds what one answer held; what the same endpoint held before and holds no more keeps its first sight. */
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
    const kept = perField.get(of) ?? 0;
    if (kept >= mostWords) return;
    perField.set(of, kept + 1);
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
