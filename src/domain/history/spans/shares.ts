/**
 * Computes for how long a subject was good, bad, unknown or not observed: whole milliseconds that add up to
 * the window (docs/understand/history-api.md, part 4). States are known only in covered time.
 */

import { isGood, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { CoverageInterval } from '../coverage/coverage.ts';

/** A status word as sent (`null` if no text was sent), or the absence from a complete list. */
export type SentWord = { readonly kind: 'word'; readonly word: string | null } | { readonly kind: 'absent' };

export interface Span {
  readonly subject: string;
  readonly sent: SentWord;
  /** When the first response with this state arrived, in epoch milliseconds. */
  readonly from: number;
  /**
   * When the last poll with another state was sent; `null` if unknown. Until `from`, that other state counts.
   */
  readonly notBefore: number | null;
  /** End of the span; `null` while it is open. A gap or a restart does not end it. */
  readonly to: number | null;
}

export interface Shares {
  /** Milliseconds in good states, `notice` included. */
  readonly good: number;
  readonly notice: number;
  readonly bad: number;
  readonly unknown: number;
  readonly unobserved: number;
}

export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Severity in this piece of time; `null` if it was not observed. */
  readonly severity: Severity | null;
}

/** Half-open interval of time in epoch milliseconds: it contains `from` but not `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a window by severity, in order of time. Neighbouring pieces differ.
 * @param spans - spans of one subject, in order of time
 * @param intervals - coverage of the endpoint that lists the subject, in order of time
 * @param classify - returns the severity of a state; `null` if the subject is not observed
 */
export function piecesOf(
  { from, to }: Window,
  spans: readonly Span[],
  intervals: readonly CoverageInterval[],
  classify: (sent: SentWord) => Severity | null,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const before = pieces.at(-1);
    if (piece.to <= piece.from) return;
    if (before?.severity === piece.severity) pieces[pieces.length - 1] = { ...before, to: piece.to };
    else pieces.push(piece);
  };
  let place = 0;
  for (const interval of intervals) {
    const begin = Math.max(from, interval.from);
    const end = Math.min(to, interval.to ?? to);
    if (end <= begin) continue;
    if (interval.outcome === 'blind') {
      add({ from: begin, to: end, severity: null });
      continue;
    }
    let at = begin;
    while (at < end) {
      while (place < spans.length && (spans[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1;
      const span = spans[place];
      // Before the subject first appeared, nothing is known.
      const isBeforeSpan = !span || span.from > at;
      const next = Math.min(end, isBeforeSpan ? (span?.from ?? end) : (span.to ?? end));
      add({ from: at, to: next, severity: isBeforeSpan ? null : classify(span.sent) });
      at = next;
    }
  }
  return pieces;
}

function lengthWhere(pieces: readonly Piece[], holds: (severity: Severity | null) => boolean): number {
  return pieces.reduce((sum, { from, to, severity }) => (holds(severity) ? sum + to - from : sum), 0);
}

function isUnknown(severity: Severity): boolean {
  return severityRank[severity] === severityRank.unknown;
}

export function sharesOf(window: Window, pieces: readonly Piece[]): Shares {
  const notice = lengthWhere(pieces, (severity) => severity === 'notice');
  const good = notice + lengthWhere(pieces, (severity) => severity !== null && isGood(severity));
  const unknown = lengthWhere(pieces, (severity) => severity !== null && isUnknown(severity));
  const bad = lengthWhere(
    pieces,
    (severity) => severity !== null && severityRank[severity] > severityRank.unknown,
  );
  return { good, notice, bad, unknown, unobserved: window.to - window.from - good - unknown - bad };
}

/**
 * Returns the good share of observed time in hundredths of a percent, rounded down; `null` if nothing was
 * observed.
 */
export function goodShare({ good, bad, unknown }: Omit<Shares, 'notice' | 'unobserved'>): number | null {
  const observed = good + bad + unknown;
  return observed === 0 ? null : Number((BigInt(good) * 10_000n) / BigInt(observed));
}
