/** Maps status words to severities. By the API document only the exact word `operational` is good (part 3). */

import { flawOf } from '#contract/decode/row.ts';
import { blank, isBlank } from '../text/format.ts';
import { settled } from '../text/visible-text.ts';
import { isSeverity, type Severity, severityRank } from './severity.ts';
import { alarmingTokens, severityWords } from './severity-words.ts';

/** Configured classes: status word (in any spelling with the same normalised form) to the name of a severity. */
export type WordOverrides = Readonly<Record<string, string>>;

export interface State {
  readonly severity: Severity;
  /** The word as sent; `null` if no text was sent. */
  readonly word: string | null;
  /** Screen text: "Major outage", “flux” in quotes if unknown, `42` if a number was sent, "not provided", "(blank)". */
  readonly label: string;
  /** Whether it is the exact word of the API document. */
  readonly documented: boolean;
  readonly overridden: boolean;
  /** An unlisted word with an alarming part. Its class stays `unknown`, but it sorts above other unknown words. */
  readonly likelyProblem: boolean;
  /** Evidence against a good word. `severity` is then the class by the evidence (region-state.ts). */
  readonly against?: {
    /** "but none of its 34 nodes". */
    readonly reason: string;
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

/** Listed words, also without separators: some systems send `UNDERMAINTENANCE`. */
const meanings = new Map<string, Meaning>();
for (const severity of ['assumed', 'notice', 'degraded', 'partial', 'critical'] as const)
  for (const normalised of severityWords[severity].split(' ')) {
    meanings.set(normalised, { severity, normalised });
    meanings.set(normalised.replaceAll('_', ''), { severity, normalised });
  }

/** Lower-cases a word and turns each run of spaces, `-`, `_`, `.` or `/` into one `_`. */
export function normaliseWord(word: string): string {
  return word.trim().toLowerCase().replace(separators, '_');
}

/** `vanished` and `unvouched` describe our observations. No word can have these classes. */
function isWordSeverity(name: string): name is Severity {
  return isSeverity(name) && name !== 'vanished' && name !== 'unvouched';
}

/** Cache of normalised keys: each row of a list looks up a word. */
const normalisedOverrides = new WeakMap<WordOverrides, ReadonlyMap<string, string>>();

function byNormalisedKey(overrides: WordOverrides): ReadonlyMap<string, string> {
  const known = normalisedOverrides.get(overrides);
  if (known) return known;
  const names = new Map(Object.entries(overrides).map(([key, name]) => [normaliseWord(key), name]));
  normalisedOverrides.set(overrides, names);
  return names;
}

/** The configured class of a word. An exact key wins over a normalised one. */
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

/** Maximum of characters on the screen. `State.word` has the complete word. */
const longestLabel = 200;

function shorten(text: string): string {
  return settled(text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text);
}

function labelOf(severity: Severity, word: string, normalised: string): string {
  if (isBlank(word)) return blank;
  if (severity === 'unknown') return `“${shorten(word)}”`;
  // A word that is only assumed to be good is shown as sent.
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

/** Classifies a status word as sent; `null` if it was missing or of a wrong type. */
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

/** The state of a record. A value that is not text is shown as sent and classed as unknown. */
export function stateOf(record: { readonly status: string | null }, overrides: WordOverrides = {}): State {
  const sent = flawOf(record, 'status')?.sent;
  return sent ? { ...notProvided, label: settled(sent) } : classify(record.status, overrides);
}

/** Worst first. Among unknown words, likely problems come first. */
export function compareStates(a: State, b: State): number {
  return (
    severityRank[b.severity] - severityRank[a.severity] || Number(b.likelyProblem) - Number(a.likelyProblem)
  );
}

/** Whether the label shows the word as sent: the word is unknown, or good by assumption only. */
export function isOwnWord({ severity, label, against }: State): boolean {
  const own = against?.own ?? severity;
  return (own === 'unknown' && label !== notProvided.label) || own === 'assumed';
}

/** The label with the evidence against it: "Operational, but none of its 34 nodes". */
export function wholeLabel({ label, against }: State): string {
  return against ? `${label}, ${against.reason}` : label;
}

export function remarkOf({ overridden, likelyProblem }: State): string | null {
  if (overridden) return 'as configured';
  return likelyProblem ? 'likely problem' : null;
}

/** A state inside a sentence: "major outage", “flux”, “OK”. */
export function inSentence(state: State): string {
  const { label, against } = state;
  const own = against?.own ?? state.severity;
  const word = own === 'assumed' ? `“${label}”` : own === 'unknown' ? label : label.toLowerCase();
  return against ? `${word}, ${against.reason}` : word;
}
