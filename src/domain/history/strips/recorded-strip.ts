import type { CoverageEntry, GapCause, StripEntry, StripsResponse } from '#contract/history.ts';
import { seenDigits } from '#contract/history.ts';
import { isGood, type Severity, severityName, severityRank } from '#domain/severity/severity.ts';
import { formatDate, formatDuration, formatTime, space } from '#domain/text/format.ts';
import type { Shares, Window } from '../spans/shares.ts';

const classes: Readonly<Record<string, Severity>> = {
  o: 'ok',
  a: 'assumed',
  n: 'notice',
  d: 'degraded',
  p: 'partial',
  c: 'critical',
  u: 'unknown',
  v: 'vanished',
};

export interface StripMark extends Window {
  /** Worst severity in the mark; `unvouched` if nothing was observed. */
  readonly severity: Severity;
  /** Observed share of the mark's time: 0 only if nothing was observed, 1 only if everything was. */
  readonly observed: number;
}

function observedOf(digit: string): number {
  const place = seenDigits.indexOf(digit);
  if (place <= 0) return 0;
  return place === 63 ? 1 : (place - 0.5) / 61;
}

/** Rounds a share to three decimals without reaching 0 or 1. */
function part(share: number): number {
  return Math.min(0.999, Math.max(0.001, Math.round(share * 1000) / 1000));
}

function mergeMarks(marks: readonly StripMark[]): StripMark {
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) throw new Error('A mark needs at least one part.');
  const length = last.to - first.from;
  const time = marks.reduce((sum, { from, to, observed }) => sum + observed * (to - from), 0);
  const seen = marks.filter(({ severity }) => severity !== 'unvouched');
  const severity = seen.reduce<Severity>(
    (worst, mark) =>
      worst === 'unvouched' || severityRank[mark.severity] > severityRank[worst] ? mark.severity : worst,
    'unvouched',
  );
  const isAll = marks.every(({ observed }) => observed === 1);
  const isNone = severity === 'unvouched' && marks.every(({ observed }) => observed === 0);
  return { from: first.from, to: last.to, severity, observed: isAll ? 1 : isNone ? 0 : part(time / length) };
}

/**
 * Decodes the marks of a strip and merges neighbours until there are at most `most`. In a merged mark, the
 * worse severity counts.
 */
export function recordedMarks(
  { from, lengths }: Pick<StripsResponse, 'from' | 'lengths'>,
  { worst, seen }: Pick<StripEntry, 'worst' | 'seen'>,
  most: number,
): readonly StripMark[] {
  let begin = Date.parse(from);
  const marks = lengths
    .flatMap(([milliseconds, count]) => Array.from({ length: count }, () => milliseconds))
    .map((length, index) => {
      const severity = classes[worst.charAt(index)] ?? 'unvouched';
      const observed = observedOf(seen.charAt(index));
      const mark = { from: begin, to: begin + length, severity, observed };
      begin += length;
      // An isolated poll has no length, but something was observed.
      return observed === 0 && severity !== 'unvouched' ? { ...mark, observed: part(0) } : mark;
    });
  const each = Math.ceil(marks.length / most);
  if (each <= 1) return marks;
  return Array.from({ length: Math.ceil(marks.length / each) }, (_, index) =>
    mergeMarks(marks.slice(index * each, (index + 1) * each)),
  );
}

/**
 * Raises the mark that contains `now` to the present severity if that is worse. The history may not have it
 * yet.
 */
export function withPresent(
  marks: readonly StripMark[],
  severity: Severity | undefined,
  now: number,
): readonly StripMark[] {
  if (severity === undefined || severity === 'unvouched') return marks;
  const last = marks.at(-1);
  // A window is requested again some minutes after its end, so `now` may lie just after the last mark.
  const isJustOver = last !== undefined && now >= last.to && now - last.to < last.to - last.from;
  const at = isJustOver ? last.to - 1 : now;
  return marks.map((mark) => {
    const isBetter = mark.severity === 'unvouched' || severityRank[mark.severity] < severityRank[severity];
    if (isGood(severity) || !isBetter || at < mark.from || at >= mark.to) return mark;
    return { ...mark, severity, observed: mark.observed === 0 ? part(0) : mark.observed };
  });
}

export interface Gap extends Window {
  /**
   * `left-out`: truncated responses, or lists too long to record, left the subject out. `unknown`: this session
   * does not log why it has no reading.
   */
  readonly cause: GapCause | 'left-out' | 'unknown';
  readonly detail: string | null;
}

/**
 * Returns the gaps in coverage of an endpoint. Time before the history begins is no gap, nor time in which
 * the newest response still confirms the state.
 * @param leftOut - times in which the list did not contain the subject
 */
export function gapsIn(
  coverage: readonly CoverageEntry[],
  endpoint: string,
  window: Window,
  now: number,
  leftOut: readonly Window[] = [],
): readonly Gap[] {
  const unseen = coverage
    .filter((interval) => interval.endpoint === endpoint && interval.outcome === 'blind')
    .map(({ from, to, cause, detail }) => ({
      from: Math.max(window.from, Date.parse(from)),
      to: Math.min(window.to, now, to === null ? now : Date.parse(to)),
      cause: cause ?? ('unknown' as const),
      detail,
    }))
    .filter(({ from, to, cause }) => from < to && cause !== 'not-recorded' && cause !== 'pending');
  return [...unseen, ...leftOut.map((time): Gap => ({ ...time, cause: 'left-out', detail: null }))];
}

export function longestGap(gaps: readonly Gap[]): Gap | null {
  return gaps.reduce<Gap | null>(
    (most, gap) => (most && most.to - most.from >= gap.to - gap.from ? most : gap),
    null,
  );
}

const causeWords: Readonly<Record<Gap['cause'], string>> = {
  'host-stopped': 'this host was stopped',
  asleep: 'this machine was asleep',
  'clock-stepped': 'this machine’s clock was set',
  unreachable: 'the service did not respond',
  denied: 'the service refused the requests',
  failing: 'the responses were not valid',
  'list-incomplete': 'nothing of the list could be used',
  'disk-full': 'this host’s disk was full',
  store: 'the history database did not respond',
  'not-recorded': 'before the history begins',
  'not-offered': 'not offered',
  pending: 'not read since',
  'left-out': 'left out of a truncated or too long list',
  unknown: 'not read',
};

export function causeInWords({ cause, detail }: Pick<Gap, 'cause' | 'detail'>): string {
  return cause === 'host-stopped' && detail === 'killed' ? 'this host was killed' : causeWords[cause];
}

/** Formats a time: "03:09" today, "11 Mar 03:09" on another day. */
export function formatMoment(time: number, now: number): string {
  const date = formatDate(time);
  return date === formatDate(now)
    ? formatTime(time)
    : `${date.slice(0, date.lastIndexOf(space))} ${formatTime(time)}`;
}

/** Formats hundredths of a percent: "94.87 %". "100 %" only for 10,000. */
export function formatHundredths(share: number): string {
  return share === 10_000 ? `100${space}%` : `${(share / 100).toFixed(2)}${space}%`;
}

/** Returns the observed share of the elapsed window in hundredths of a percent, rounded down. */
export function observedHundredths({ good, bad, unknown }: Shares, { from, to }: Window, now: number): number {
  const over = Math.max(1, Math.min(to, now) - from);
  return Math.min(10_000, Math.floor(((good + bad + unknown) * 10_000) / over));
}

/**
 * Writes the text of a mark for screen readers: its time, worst severity, observed share and the cause of a
 * gap.
 */
export function markInWords(
  { from, to, severity, observed }: StripMark,
  gaps: readonly Gap[],
  now: number,
): string {
  const span = `${formatMoment(from, now)} to ${formatTime(to)}`;
  if (from >= now) return `${span}, still to come`;
  const [gap] = gaps
    .filter((each) => each.from < to && each.to > from)
    .toSorted(
      (a, b) => Math.min(b.to, to) - Math.max(b.from, from) - (Math.min(a.to, to) - Math.max(a.from, from)),
    );
  const why = gap ? `: ${causeInWords(gap)}` : '';
  if (severity === 'unvouched') return `${span}, ${gap ? 'not observed' : 'nothing recorded'}${why}`;
  const worst = severityRank[severity] > severityRank.assumed ? ' at worst' : '';
  const seen =
    observed === 1
      ? `all of ${formatDuration(to - from)} observed`
      : `as far as seen, ${formatHundredths(Math.floor(observed * 10_000))} of ${formatDuration(to - from)} observed${why}`;
  return `${span}, ${severityName[severity]}${worst}, ${seen}`;
}
