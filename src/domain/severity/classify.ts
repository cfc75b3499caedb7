/**
 * Maps status words to severities. By the API document, only the exact word `operational` is good (part 3).
 */

import { flawOf } from '#contract/decode/row.ts';
import { blank, isBlank } from '../text/format.ts';
import { settled } from '../text/visible-text.ts';
import { isSeverity, type Severity, severityRank } from './severity.ts';
import { alarmingTokens, severityWords } from './severity-words.ts';

/**
 * Configured severities: status word to name of a severity. Keys match words that differ only in case and
 * separators.
 */
export type WordOverrides = Readonly<Record<string, string>>;

export interface State {
  readonly severity: Severity;
  /** Status word as sent; `null` if no text was sent. */
  readonly word: string | null;
  /**
   * Text on screen: "Major outage", “flux” in quotes if unknown, `42` if a number was sent, "not provided",
   * "(blank)".
   */
  readonly label: string;
  /** Whether the status word is exactly `operational`, the word of the API document. */
  readonly documented: boolean;
  readonly overridden: boolean;
  /**
   * Whether an unlisted word contains an alarming part such as "fail". Its severity stays `unknown`, but it
   * sorts above other unknown words.
   */
  readonly likelyProblem: boolean;
  /**
   * Evidence that contradicts a good status word; absent if there is none. `severity` is then the severity by
   * the evidence (region-state.ts).
   */
  readonly against?: {
    /** Evidence as a clause: "but none of its 34 nodes". */
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

/**
 * Severities of listed status words by normalised word, also without separators: some systems send
 * `UNDERMAINTENANCE`.
 */
const meanings = new Map<string, Meaning>();
for (const severity of ['assumed', 'notice', 'degraded', 'partial', 'critical'] as const)
  for (const normalised of severityWords[severity].split(' ')) {
    meanings.set(normalised, { severity, normalised });
    meanings.set(normalised.replaceAll('_', ''), { severity, normalised });
  }

/** Normalises a status word: lower case, and each run of spaces, `-`, `_`, `.` or `/` becomes one `_`. */
export function normaliseWord(word: string): string {
  return word.trim().toLowerCase().replace(separators, '_');
}

/**
 * Whether a status word can have this severity. `vanished` and `unvouched` describe our observations and are
 * never configured.
 */
function isWordSeverity(name: string): name is Severity {
  return isSeverity(name) && name !== 'vanished' && name !== 'unvouched';
}

/** Cache of normalised keys by configuration, because each row of a list looks up a status word. */
const normalisedOverrides = new WeakMap<WordOverrides, ReadonlyMap<string, string>>();

function byNormalisedKey(overrides: WordOverrides): ReadonlyMap<string, string> {
  const known = normalisedOverrides.get(overrides);
  if (known) return known;
  const names = new Map(Object.entries(overrides).map(([key, name]) => [normaliseWord(key), name]));
  normalisedOverrides.set(overrides, names);
  return names;
}

/** Returns the configured severity of a status word. An exact key wins over a normalised one. */
function overrideOf(word: string, normalised: string, overrides: WordOverrides): Severity | undefined {
  // `hasOwn`, because a status word may be `constructor` or `__proto__`.
  const exact = Object.hasOwn(overrides, word) ? overrides[word] : undefined;
  return [exact, byNormalisedKey(overrides).get(normalised)].find(
    (name): name is Severity => name !== undefined && isWordSeverity(name),
  );
}

function readable(normalised: string): string {
  const words = normalised.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Maximum number of characters of a status word on screen. `State.word` holds the complete word. */
const longestLabel = 200;

function shorten(text: string): string {
  return settled(text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text);
}

function labelOf(severity: Severity, word: string, normalised: string): string {
  if (isBlank(word)) return blank;
  if (severity === 'unknown') return `“${shorten(word)}”`;
  // A status word that is only assumed to be good is shown as sent.
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

/** Classifies a status word as sent. `null` stands for a word that is missing or of a wrong type. */
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

/**
 * Returns the state of a record by its `status`. A value that is not text is shown as sent and has the
 * severity `unknown`.
 */
export function stateOf(record: { readonly status: string | null }, overrides: WordOverrides = {}): State {
  const sent = flawOf(record, 'status')?.sent;
  return sent ? { ...notProvided, label: settled(sent) } : classify(record.status, overrides);
}

/** Compares two states for sorting, worst first. Among unknown words, likely problems come first. */
export function compareStates(a: State, b: State): number {
  return (
    severityRank[b.severity] - severityRank[a.severity] || Number(b.likelyProblem) - Number(a.likelyProblem)
  );
}

/** Whether the label shows the status word as sent: the word is unknown, or good by assumption only. */
export function isOwnWord({ severity, label, against }: State): boolean {
  const own = against?.own ?? severity;
  return (own === 'unknown' && label !== notProvided.label) || own === 'assumed';
}

/** Returns the label with the evidence against it: "Operational, but none of its 34 nodes". */
export function wholeLabel({ label, against }: State): string {
  return against ? `${label}, ${against.reason}` : label;
}

export function remarkOf({ overridden, likelyProblem }: State): string | null {
  if (overridden) return 'as configured';
  return likelyProblem ? 'likely problem' : null;
}

/** Formats a state for use inside a sentence: "major outage", “flux”, “OK”. */
export function inSentence(state: State): string {
  const { label, against } = state;
  const own = against?.own ?? state.severity;
  const word = own === 'assumed' ? `“${label}”` : own === 'unknown' ? label : label.toLowerCase();
  return against ? `${word}, ${against.reason}` : word;
}
