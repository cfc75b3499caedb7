import type { Change } from '#domain/memory/changes.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { isProblem, type Severity } from '#domain/severity/severity.ts';
import { formatTime } from '#domain/text/format.ts';

export interface ChangeMark {
  readonly key: string;
  readonly at: number;
  readonly severity: Severity;
  /** Such as "Routing partial outage, 13:29". */
  readonly label: string;
}

/** More would overlap. */
const mostMarks = 4;
const longestName = 22;

/** The newest changes of components to a problem state, newest first. */
export function marksOfChanges(changes: readonly Change[], words: WordOverrides): readonly ChangeMark[] {
  return changes
    .flatMap((change) => {
      if (change.subject !== 'component' || change.kind !== 'state') return [];
      const { severity, label } = classify(change.to, words);
      if (!isProblem(severity)) return [];
      const state = severity === 'unknown' ? label : label.toLowerCase();
      return [
        {
          key: `${change.at} ${change.id}`,
          at: change.at,
          severity,
          label: `${change.name.slice(0, longestName)} ${state.slice(0, longestName)}, ${formatTime(change.at)}`,
        },
      ];
    })
    .slice(0, mostMarks);
}
