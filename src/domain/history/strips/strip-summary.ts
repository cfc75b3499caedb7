import type { StripEntry } from '#contract/history.ts';
import { isGood, type Severity, severityName, severityRank } from '#domain/severity/severity.ts';
import { formatDuration } from '#domain/text/format.ts';
import { goodShare, type Window } from '../spans/shares.ts';
import { formatHundredths, observedHundredths, type StripMark } from './recorded-strip.ts';

/** Describes the shares of a strip: "94.87 % good of observed time, 97.20 % observed, …". */
export function sharesInWords(entry: StripEntry, window: Window, time: number): string {
  const share = goodShare(entry);
  if (share === null) return 'nothing observed';
  return `${formatHundredths(share)} good of observed time, ${formatHundredths(observedHundredths(entry, window, time))} observed, an outage of up to ${formatDuration(entry.couldHide)} could hide between looks`;
}

/**
 * Returns the severity of a mark; `null` for a gap. A good state counts only if at least half of the mark's
 * time was observed.
 */
function stateOf({ severity, observed }: StripMark): Severity | null {
  return severity === 'unvouched' || (isGood(severity) && observed < 0.5) ? null : severity;
}

/**
 * Describes the marks of a strip that the page observed itself. Assumed states are never called operational.
 */
export function seenInWords(marks: readonly StripMark[], gaps: readonly Window[]): string {
  const [first] = marks;
  const step = first ? first.to - first.from : 0;
  const seen = marks.map(stateOf).filter((severity) => severity !== null);
  if (seen.length === 0) return 'Nothing observed yet.';
  const bad = seen.filter((severity) => !isGood(severity));
  const assumed = seen.filter((severity) => severity === 'assumed').length;
  const unseen = marks.filter(
    (mark) => stateOf(mark) === null && gaps.some((gap) => gap.from < mark.to && gap.to > mark.from),
  ).length;
  const worst = bad.reduce<Severity>(
    (all, next) => (severityRank[next] > severityRank[all] ? next : all),
    'ok',
  );
  return [
    `Observed for about ${formatDuration(seen.length * step)}.`,
    bad.length === 0 && assumed === 0 ? 'Operational throughout.' : '',
    assumed === 0
      ? ''
      : assumed === seen.length
        ? 'Assumed good throughout.'
        : `Assumed good for about ${formatDuration(assumed * step)}.`,
    bad.length === 0
      ? ''
      : `Not operational for about ${formatDuration(bad.length * step)}, at worst ${severityName[worst]}.`,
    unseen > 0 ? `Not observed for about ${formatDuration(unseen * step)}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
