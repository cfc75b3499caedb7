import type { Freshness } from '../answer/freshness.ts';
import type { Trust } from '../answer/source-clock.ts';
import { isGood, type Severity } from './severity.ts';

/**
 * What may still be shown of a severity: green expires with the answer that carried it, or with its source, and what is
 * lost is neither good nor bad.
 */
export function vouched(severity: Severity, freshness: Freshness, trust: Trust = 'proven'): Severity {
  if (freshness === 'lost') return 'unvouched';
  if (!isGood(severity)) return severity;
  if (freshness !== 'fresh' || trust === 'frozen') return 'unvouched';
  return trust === 'assumed' ? 'assumed' : severity;
}
