import type { Freshness } from '../answer/freshness.ts';
import type { Trust } from '../answer/source-clock.ts';
import { isGood, type Severity } from './severity.ts';

/**
 * Returns the severity that may be shown at this freshness. A good state needs a fresh response and a source
 * whose time moves. A lost state is neither good nor bad.
 */
export function confirmedSeverity(severity: Severity, freshness: Freshness, trust: Trust = 'proven'): Severity {
  if (freshness === 'lost') return 'unvouched';
  if (!isGood(severity)) return severity;
  if (freshness !== 'fresh' || trust === 'frozen') return 'unvouched';
  return trust === 'assumed' ? 'assumed' : severity;
}
