/** One line of a handover, for the page and for Markdown. Text from the deployment is in clauses of its own. */

import type { ChangedKind, SpanEntry } from '#contract/history.ts';
import { type Clause, plain, sent, stateClause } from '#domain/sentences/clause.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { type Severity, severityName } from '#domain/severity/severity.ts';
import { formatClock, formatDate, formatDuration, formatExact } from '#domain/text/format.ts';

export interface LineSubject {
  readonly kind: ChangedKind;
  readonly key: string;
  readonly occurrence: number;
  /** Name that the line shows in place of the key. */
  readonly name?: string;
}

export interface HandoverLine {
  /** Subjects that the line begins with: all to which the rest applies. */
  readonly subjects: readonly LineSubject[];
  /** Severity of the state that the line reports; `null` if it reports none. */
  readonly severity: Severity | null;
  /** The rest of the line, with the sign between it and the subjects. */
  readonly clauses: readonly Clause[];
  /** Words of a person after the line; absent in a line about the record. */
  readonly note?: LineNote;
}

export interface LineNote {
  readonly text: string;
  /** Address of a ticket, http or https; `null` without one. */
  readonly link: string | null;
  /** Who withdrew the note, and why; `null` if it stands. */
  readonly withdrawal: { readonly clauses: readonly Clause[]; readonly reason: string } | null;
}

/** What a line needs besides its row. */
export interface LineOptions {
  /** End of the range, in epoch milliseconds. */
  readonly end: number;
  /** Time zone of all times. */
  readonly zone: string;
  readonly words: WordOverrides;
}

const kindNames: Readonly<Record<ChangedKind, string>> = {
  deployment: 'Overall status',
  component: '',
  region: 'Region ',
  node: 'Node ',
  application: 'Application ',
  event: 'Event type ',
  bucket: 'Bucket ',
};

/** Returns the subject of a line: "API", "Region fra1", "Node nod_1 (2)". */
export function subjectClauses({ kind, key, occurrence, name: shown = key }: LineSubject): readonly Clause[] {
  const name = kindNames[kind];
  if (kind === 'deployment') return [plain(name)];
  const number = occurrence > 1 ? [plain(` (${occurrence})`)] : [];
  return [...(name === '' ? [] : [plain(name)]), sent(shown), ...number];
}

/** Maximum number of subjects that a line names. More are counted. */
const mostNamed = 4;

/**
 * Divides the subjects of a line into those that it names, and the text behind them: " and 3 more", or nothing.
 */
export function namedSubjects({ subjects }: HandoverLine): {
  readonly named: readonly LineSubject[];
  readonly more: string;
} {
  const hidden = subjects.length - mostNamed;
  return { named: subjects.slice(0, mostNamed), more: hidden > 0 ? ` and ${formatExact(hidden)} more` : '' };
}

/** Merges the lines of one kind of subject that say the same, such as those of all nodes of a region. */
export function mergedLines(lines: readonly HandoverLine[]): readonly HandoverLine[] {
  const merged = new Map<string, HandoverLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.subjects[0]?.kind, line.severity, line.clauses]);
    const same = merged.get(key);
    merged.set(key, same ? { ...same, subjects: [...same.subjects, ...line.subjects] } : line);
  }
  return [...merged.values()];
}

/** Formats a time with its date: "23 Nov 2026 03:00:20". */
export function momentText(time: number, zone: string): string {
  return `${formatDate(time, zone)} ${formatClock(time, zone)}`;
}

/** Formats a time after another one, without the date if that is the same. */
export function laterText(time: number, earlier: number, zone: string): string {
  const isSameDay = formatDate(time, zone) === formatDate(earlier, zone);
  return isSameDay ? formatClock(time, zone) : momentText(time, zone);
}

export function spanText(from: number, to: number, zone: string): string {
  return `${momentText(from, zone)} to ${laterText(to, from, zone)}`;
}

/** Returns a status word as it reads within a sentence. `null`: the subject is not listed. */
export function wordClause(word: string | null, words: WordOverrides, isJson = false): Clause {
  if (word === null) return plain(severityName.vanished);
  return isJson ? sent(`“${word}”`) : stateClause(classify(word, words));
}

/** "API: major outage for 2 h 59 min, since 23 Nov 2026 03:00:20 (another state at 03:00:10)". */
export function openLine(span: SpanEntry, { end, zone, words }: LineOptions): HandoverLine {
  const { kind, key, occurrence, severity } = span;
  const from = Date.parse(span.from);
  const since = momentText(from, zone);
  const start =
    span.notBefore === null
      ? `since before ${since}`
      : `since ${since} (another state at ${laterText(Date.parse(span.notBefore), from, zone)})`;
  return {
    subjects: [{ kind, key, occurrence }],
    severity,
    clauses: [
      plain(': '),
      wordClause(span.word, words, span.json),
      plain(` for ${formatDuration(end - from)}, ${start}`),
    ],
  };
}

/** "API: major outage for 20 min, 23 Nov 2026 03:00:20 to 03:20:30". */
export function endedLine(span: SpanEntry, { end, zone, words }: LineOptions): HandoverLine {
  const { kind, key, occurrence, severity } = span;
  const from = Date.parse(span.from);
  const to = span.to === null ? end : Date.parse(span.to);
  const since = span.notBefore === null ? 'before ' : '';
  return {
    subjects: [{ kind, key, occurrence }],
    severity,
    clauses: [
      plain(': '),
      wordClause(span.word, words, span.json),
      plain(` for ${formatDuration(to - from)}, ${since}${spanText(from, to, zone)}`),
    ],
  };
}
