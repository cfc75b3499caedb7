import { expect, it } from 'vitest';
import { confirmedSeverity } from './confirmed-severity.ts';
import { isGood, type Severity, severityRank } from './severity.ts';

it('good states expire first, and without contact all states do', () => {
  for (const severity of Object.keys(severityRank) as Severity[]) {
    expect(confirmedSeverity(severity, 'fresh')).toBe(severity);
    for (const freshness of ['waiting', 'late'] as const)
      expect(confirmedSeverity(severity, freshness)).toBe(isGood(severity) ? 'unvouched' : severity);
    expect(confirmedSeverity(severity, 'lost')).toBe('unvouched');
  }
});
