/**
 * Represents severities as small numbers (classes), in the order of the letters of a strip. In a mark, the
 * greatest class wins.
 */

import { markLetters } from '#contract/history.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Known } from '../memory/known.ts';
import { absentWord, type WordRow } from '../rows.ts';

/** Severity by class, in the order of `markLetters`. */
const severities = [
  'unvouched',
  'ok',
  'assumed',
  'notice',
  'unknown',
  'vanished',
  'degraded',
  'partial',
  'critical',
] as const satisfies readonly Severity[];

export const classCount = severities.length;
/** Class of time that is not observed. */
export const noClass = 0;

export function classOf(severity: Severity): number {
  return severities.indexOf(severity);
}

export function severityOfClass(place: number): Severity {
  return severities[place] ?? 'unvouched';
}

export function letterOf(place: number): string {
  return markLetters.charAt(place);
}

export const [okClass, assumedClass, noticeClass, unknownClass, vanishedClass] = [1, 2, 3, 4, 5];

/** Classifies a status word. A value that was no string is `unknown`. */
export function severityOfWord(word: WordRow | null, words: WordOverrides): Severity {
  return word === null || word.form === 'json' ? 'unknown' : classify(word.text, words).severity;
}

const notClassified = 255;

export class WordClasses {
  readonly #known: Known;
  readonly #words: WordOverrides;
  #classes = new Uint8Array(64).fill(notClassified);

  constructor(known: Known, words: WordOverrides) {
    this.#known = known;
    this.#words = words;
    this.#classes[absentWord] = vanishedClass;
  }

  of(word: number): number {
    const known = this.#classes[word];
    return known === undefined || known === notClassified ? this.#read(word) : known;
  }

  #read(word: number): number {
    if (word >= this.#classes.length) {
      const grown = new Uint8Array(2 * word).fill(notClassified);
      grown.set(this.#classes);
      this.#classes = grown;
    }
    const read = classOf(severityOfWord(this.#known.word(word), this.#words));
    this.#classes[word] = read;
    return read;
  }
}
