/** What a status word means here. Only the exact word `operational` is good by the document (part 3). */

import { flawOf } from '#contract/decode/record.ts';
import type { Freshness } from '../answer/freshness.ts';
import type { Trust } from '../answer/source-clock.ts';
import { blank, isBlank } from '../text/format.ts';
import { settled } from '../text/settled-text.ts';
import { alarmingTokens, severityWords } from './severity-words.ts';

export type Severity =
  | 'ok'
  | 'assumed'
  | 'notice'
  | 'degraded'
  | 'partial'
  | 'critical'
  | 'unknown'
  | 'vanished'
  | 'unvouched';

/** Of two severities the higher rank leads. */
export const severityRank: Readonly<Record<Severity, number>> = {
  critical: 6,
  partial: 5,
  degraded: 4,
  unknown: 3,
  vanished: 3,
  unvouched: 3,
  notice: 2,
  assumed: 1,
  ok: 0,
};

/** Short words for counts and legends. */
export const severityName: Readonly<Record<Severity, string>> = {
  critical: 'major outage',
  partial: 'partial outage',
  degraded: 'degraded',
  unknown: 'unknown',
  vanished: 'no longer listed',
  unvouched: 'not vouched for',
  notice: 'maintenance or notice',
  assumed: 'assumed good',
  ok: 'operational',
};

/** Worst first; of one rank, what a service said before what it left unsaid. */
const order: readonly Severity[] = [
  'critical',
  'partial',
  'degraded',
  'unknown',
  'vanished',
  'unvouched',
  'notice',
  'assumed',
  'ok',
];

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

export function isSeverity(text: string | null | undefined): text is Severity {
  return typeof text === 'string' && Object.hasOwn(severityRank, text);
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

/** The severity that leads; `ok` only where there is at least one and all are, `unknown` where there is none. */
export function worst(severities: Iterable<Severity>): Severity {
  const present = new Set(severities);
  return order.find((severity) => present.has(severity)) ?? 'unknown';
}

/** Whether all are good by the document's own word, and there is at least one. */
export function isPlainlyGood(severities: Iterable<Severity>): boolean {
  return worst(severities) === 'ok';
}

/** How many of each severity, worst first; those with none are left out. */
export function countBySeverity(states: Iterable<State | Severity>): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const state of states) {
    const severity = typeof state === 'string' ? state : state.severity;
    counts.set(severity, (counts.get(severity) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

export function isGood(severity: Severity): boolean {
  return severity === 'ok' || severity === 'assumed';
}

/** Good by the document's word or by our assumption, as rows are asked for. */
export const goodSeverities: readonly Severity[] = order.filter(isGood);

/** Whether its word is drawn in the muted colour. */
export function isQuiet(severity: Severity): boolean {
  return isGood(severity) || severity === 'unvouched';
}

/** Whether it counts as a problem: neither good nor a notice. */
export function isProblem(severity: Severity): boolean {
  return severityRank[severity] >= severityRank.unknown;
}

/**
 * What may still be shown of a severity: green expires with the answer that carried it, or with its source, and what is
 * lost is neither good nor bad.
 */
export function vouched(severity: Severity, freshness: Freshness, trust: Trust = 'proven'): Severity {
  if (freshness === 'lost') return 'unvouched';
  if (!isGood(severity)) return severity;
  if (freshness !== 'fresh' || trust === 'frozen') return 'unvouched';
  return trust === 'assumed' ? 'assumed' : severity;
}

/** Worst first; of unknown words the likely problems first. */
export function compareStates(a: State, b: State): number {
  return (
    severityRank[b.severity] - severityRank[a.severity] || Number(b.likelyProblem) - Number(a.likelyProblem)
  );
}

/** Whether a state is told as it was sent: nobody knows the word, or it is good by our assumption only. */
export function isOwnWord({ severity, label }: State): boolean {
  return (severity === 'unknown' && label !== notProvided.label) || severity === 'assumed';
}

/** What is to be said beside the word: that its meaning was configured, or that an unlisted word alarms. */
export function remarkOf({ overridden, likelyProblem }: State): string | null {
  if (overridden) return 'as configured';
  return likelyProblem ? 'likely problem' : null;
}

/** A state within a sentence: "major outage", “flux”, “OK”. */
export function inSentence(state: State): string {
  if (state.severity === 'assumed') return `“${state.label}”`;
  return state.severity === 'unknown' ? state.label : state.label.toLowerCase();
}
