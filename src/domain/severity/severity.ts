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

/** Returns the name of a severity in messages, feeds and badges, which explain no term of the screen. */
export function reportedName(severity: Severity): string {
  return severity === 'unvouched' ? 'not confirmed' : severityName[severity];
}

/** Order of severities, worst first. Within a rank, reported states come before our own observations. */
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

export function isSeverity(text: string | null | undefined): text is Severity {
  return typeof text === 'string' && Object.hasOwn(severityRank, text);
}

/** Returns the worst of several severities; `unknown` if there is none. */
export function worst(severities: Iterable<Severity>): Severity {
  const present = new Set(severities);
  return order.find((severity) => present.has(severity)) ?? 'unknown';
}

/** Whether all severities are `ok`, and there is at least one. */
export function isPlainlyGood(severities: Iterable<Severity>): boolean {
  return worst(severities) === 'ok';
}

export function countBySeverity(
  states: Iterable<Severity | { readonly severity: Severity }>,
): ReadonlyMap<Severity, number> {
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

export const goodSeverities: readonly Severity[] = order.filter(isGood);

export function isQuiet(severity: Severity): boolean {
  return isGood(severity) || severity === 'unvouched';
}

export function isProblem(severity: Severity): boolean {
  return severityRank[severity] >= severityRank.unknown;
}
