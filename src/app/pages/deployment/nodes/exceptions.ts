import { severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import type { RegionBar } from './region-bars.ts';

/** "2 degraded, 1 major outage": what of a region's nodes is not operational; empty where all are. */
export function exceptionsText(bar: Pick<RegionBar, 'exceptions'>): string {
  return bar.exceptions
    .map(({ severity, count }) => `${formatExact(count)} ${severityName[severity]}`)
    .join(', ');
}
