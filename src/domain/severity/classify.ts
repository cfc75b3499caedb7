/** What a status word means here. Only the exact word `operational` is good by the API document (part 3). */

import { flawOf } from '#contract/decode/record.ts';
import { blank, isBlank } from '../text/format.ts';
import { settled } from '../text/visible-text.ts';
import { isSeverity, type Severity, severityRank } from './severity.ts';
import { alarmingTokens, severityWords } from './severity-words.ts';

/** A deployment's own meaning of words: word, in any spelling that normalises to it, to the name of a severity. */
export type WordOverrides = Readonly<Record<string, string>>;

/** A status word with its meaning. */
export interface State {
  readonly severity: Severity;
  /** Verbatim; `null` where no text was sent. */
  readonly word: string | null;
  /** For the screen: "Major outage", “flux” in quotes where unknown, `42` where that was sent, "not provided", "(blank)". */
  readonly label: string;
  /** Whether the API document shows this very word. */
  readonly documented: boolean;
  /** Whether the deployment's configuration gave the meaning. */
  readonly overridden: boolean;
  /** An unlisted word with an alarming part: above plain unknown, still unknown. */
  readonly likelyProblem: boolean;
  /** Why a good word is not good here; `severity` is then what the evidence makes of it (region-state.ts). */
  readonly against?: {
    /** "but none of its 34 nodes". */
    readonly reason: string;
    /** Of the word itself. */
    readonly own: Severity;
  };
}

const separators = /[\s._/-]+/g;
const alarming: ReadonlySet<string> = new Set(alarmingTokens.split(' '));
const documentedWord = 'operational';

interface Meaning {
  readonly severity: Severity;
  readonly normalised: string;
}

/** Each listed word, and the same without separators: some systems send `UNDERMAINTENANCE`. */
const meanings = new Map<string, Meaning>();
for (const severity of ['assumed', 'notice', 'degraded', 'partial', 'critical'] as const)
  for (const normalised of severityWords[severity].split(' ')) {
    meanings.set(normalised, { severity, normalised });
    meanings.set(normalised.replaceAll('_', ''), { severity, normalised });
  }

/** Lower case, with each run of spaces, `-`, `_`, `.` or `/` as one `_`. */
export function normaliseWord(word: string): string {
  return word.trim().toLowerCase().replace(separators, '_');
}

/** `vanished` and `unvouched` are what we observed; no word can mean them. */
function isWordSeverity(name: string): name is Severity {
  return isSeverity(name) && name !== 'vanished' && name !== 'unvouched';
}

/** The normalised keys of each configuration in use: a word is looked up for every row of a list. */
const normalisedOverrides = new WeakMap<WordOverrides, ReadonlyMap<string, string>>();

function byNormalisedKey(overrides: WordOverrides): ReadonlyMap<string, string> {
  const known = normalisedOverrides.get(overrides);
  if (known) return known;
  const names = new Map(Object.entries(overrides).map(([key, name]) => [normaliseWord(key), name]));
  normalisedOverrides.set(overrides, names);
  return names;
}

/** A key as the word was sent counts before one that only means the same word. */
function overrideOf(word: string, normalised: string, overrides: WordOverrides): Severity | undefined {
  // hasOwn: a word may be `constructor` or `__proto__`.
  const exact = Object.hasOwn(overrides, word) ? overrides[word] : undefined;
  return [exact, byNormalisedKey(overrides).get(normalised)].find(
    (name): name is Severity => name !== undefined && isWordSeverity(name),
  );
}

function readable(normalised: string): string {
  const words = normalised.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Characters of a word that the screen shows; the rest is in `State.word`. */
const longestLabel = 200;

function shorten(text: string): string {
  return settled(text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text);
}

function labelOf(severity: Severity, word: string, normalised: string): string {
  if (isBlank(word)) return blank;
  if (severity === 'unknown') return `“${shorten(word)}”`;
  // What is good only by our assumption is shown as it was sent.
  return shorten(severity === 'assumed' ? word.trim() : readable(normalised));
}

const operational: State = {
  severity: 'ok',
  word: documentedWord,
  label: 'Operational',
  documented: true,
  overridden: false,
  likelyProblem: false,
};

const notProvided: State = {
  ...operational,
  severity: 'unknown',
  word: null,
  label: 'not provided',
  documented: false,
};

/** The meaning of a status word as sent; `null` where it was missing or of a wrong type. */
export function classify(word: string | null, overrides: WordOverrides = {}): State {
  if (word === null) return notProvided;
  const normalised = normaliseWord(word);
  const override = overrideOf(word, normalised, overrides);
  if (override === undefined && word === documentedWord) return operational;
  const listed =
    override === undefined
      ? (meanings.get(normalised) ?? meanings.get(normalised.replaceAll('_', '')))
      : { severity: override, normalised };
  const severity = listed?.severity ?? 'unknown';
  return {
    severity,
    word,
    label: labelOf(severity, word, listed?.normalised ?? normalised),
    documented: word === documentedWord,
    overridden: override !== undefined,
    likelyProblem: !listed && normalised.split(/[^\p{L}\p{N}]+/u).some((token) => alarming.has(token)),
  };
}

/** The state that a record carries; what was sent in place of a text is shown as it was, and means nothing. */
export function stateOf(record: { readonly status: string | null }, overrides: WordOverrides = {}): State {
  const sent = flawOf(record, 'status')?.sent;
  return sent ? { ...notProvided, label: settled(sent) } : classify(record.status, overrides);
}

/** Worst first; of unknown words the likely problems first. */
export function compareStates(a: State, b: State): number {
  return (
    severityRank[b.severity] - severityRank[a.severity] || Number(b.likelyProblem) - Number(a.likelyProblem)
  );
}

/** Whether the label is the word as sent: no list has the word, or it is good by assumption only. */
export function isOwnWord({ severity, label, against }: State): boolean {
  const own = against?.own ?? severity;
  return (own === 'unknown' && label !== notProvided.label) || own === 'assumed';
}

/** The label with what stands against it: "Operational, but none of its 34 nodes". */
export function wholeLabel({ label, against }: State): string {
  return against ? `${label}, ${against.reason}` : label;
}

/** What is to be said beside the word: that its meaning was configured, or that an unlisted word alarms. */
export function remarkOf({ overridden, likelyProblem }: State): string | null {
  if (overridden) return 'as configured';
  return likelyProblem ? 'likely problem' : null;
}

/** A state within a sentence: "major outage", “flux”, “OK”. */
export function inSentence(state: State): string {
  const { label, against } = state;
  const own = against?.own ?? state.severity;
  const word = own === 'assumed' ? `“${label}”` : own === 'unknown' ? label : label.toLowerCase();
  return against ? `${word}, ${against.reason}` : word;
}
