import type { Mark } from '#domain/memory/observation.ts';
import { isGood, type Severity, severityName, severityRank } from '#domain/severity/severity.ts';
import { formatDuration } from '#domain/text/format.ts';

export function worstSeen(values: readonly Severity[]): Severity {
  return values.reduce((all, next) => (severityRank[next] > severityRank[all] ? next : all));
}

/** The worst state of a mark. A good state needs at least half of the mark's time observed. */
function worstOf(mark: Mark<Severity>): Severity | null {
  if (mark.kind !== 'seen') return null;
  const worst = worstSeen(mark.values);
  return isGood(worst) && mark.covered < 0.5 ? null : worst;
}

/** Text summary of a strip. `step`: milliseconds of a mark. Assumed states are never called operational. */
export function summaryOf(marks: readonly Mark<Severity>[], step: number): string {
  const seen = marks.map(worstOf).filter((severity) => severity !== null);
  if (seen.length === 0) return 'Nothing observed yet.';
  const bad = seen.filter((severity) => !isGood(severity));
  const assumed = seen.filter((severity) => severity === 'assumed').length;
  const gaps = marks.filter((mark) => mark.kind !== 'before' && worstOf(mark) === null).length;
  const span = formatDuration(seen.length * step);
  const worst = bad.reduce<Severity>(
    (all, next) => (severityRank[next] > severityRank[all] ? next : all),
    'ok',
  );
  return [
    `Observed for about ${span}.`,
    bad.length === 0 && assumed === 0 ? 'Operational throughout.' : '',
    assumed === 0
      ? ''
      : assumed === seen.length
        ? 'Assumed good throughout.'
        : `Assumed good for about ${formatDuration(assumed * step)}.`,
    bad.length === 0
      ? ''
      : `Not operational for about ${formatDuration(bad.length * step)}, at worst ${severityName[worst]}.`,
    gaps > 0 ? `Not observed for about ${formatDuration(gaps * step)}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
