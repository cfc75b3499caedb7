import { expect, it } from 'vitest';
import { vouched } from './confirmed-severity.ts';
import { isGood, type Severity, severityRank } from './severity.ts';

it('good states expire first, and without contact all states do', () => {
  for (const severity of Object.keys(severityRank) as Severity[]) {
    expect(vouched(severity, 'fresh')).toBe(severity);
    for (const freshness of ['waiting', 'late'] as const)
      expect(vouched(severity, freshness)).toBe(isGood(severity) ? 'unvouched' : severity);
    expect(vouched(severity, 'lost')).toBe('unvouched');
  }
});
