import type { Freshness } from '../answer/freshness.ts';
import { isProblem, type Severity, severityName, worst } from '../severity/severity.ts';
import { formatDuration, formatExact } from '../text/format.ts';
import { countedParts } from './inventory-part.ts';
import type { Verdict } from './verdict.ts';

export interface TabSnapshot {
  readonly verdict: Pick<Verdict, 'severity' | 'freshness' | 'exceptions' | 'unread' | 'inventory'>;
  /** Age of the last response in milliseconds; `null` if there was none. */
  readonly age: number | null;
}

export interface TabState {
  readonly severity: Severity;
  /**
   * Text of the browser tab: "Blind" (no contact), "(2) 3 min old", "(2) Major outage", "Operational, partly
   * unknown". Empty before the first response.
   */
  readonly text: string;
}

function problemsOf({ verdict }: TabSnapshot): number {
  const components = verdict.exceptions.filter(({ state }) => isProblem(state.severity)).length;
  const lists = countedParts(verdict.inventory).filter(({ severity }) => isProblem(severity)).length;
  const parts = components + lists;
  // A verdict with a problem counts as one problem even if no single part has one.
  return parts === 0 && isProblem(verdict.severity) ? 1 : parts;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const stale: ReadonlySet<Freshness> = new Set(['late', 'lost']);

/**
 * Computes the state shown in the browser tab: the worst severity with the number of problems. If data are
 * not fresh, their age replaces the severity's name; "Blind" if all contact is lost.
 */
export function tabStateOf(snapshots: readonly TabSnapshot[], blind: boolean): TabState {
  if (blind) return { severity: 'unvouched', text: 'Blind' };
  const known = snapshots.filter(({ verdict }) => verdict.freshness !== 'waiting');
  if (known.length === 0) return { severity: 'unvouched', text: '' };
  const severity = worst(known.map(({ verdict }) => verdict.severity));
  const old = known.filter(({ verdict }) => stale.has(verdict.freshness));
  const ages = old.flatMap(({ age }) => (age === null ? [] : [age]));
  const problems = known.reduce((sum, snapshot) => sum + problemsOf(snapshot), 0);
  const partly = known.some(({ verdict }) => verdict.unread.length > 0) ? ', partly unknown' : '';
  const first =
    old.length > 0
      ? ages.length > 0
        ? `${formatDuration(Math.max(...ages))} old`
        : 'Not read'
      : upperFirst(severityName[severity]) + partly;
  return {
    severity,
    text: problems === 0 ? first : `(${formatExact(problems)}) ${first}`,
  };
}
