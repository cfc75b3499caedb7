import { formatExact } from '../../../../domain/format.ts';
import { severityName } from '../../../../domain/severity.ts';
import type { RegionBar } from './region-bars.ts';

/** "2 degraded, 1 major outage": what of a region's nodes is not operational; empty where all are. */
export function exceptionsText(bar: RegionBar): string {
  return bar.exceptions
    .map(({ severity, nodes }) => `${formatExact(nodes)} ${severityName[severity]}`)
    .join(', ');
}
