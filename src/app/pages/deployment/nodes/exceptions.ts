import { severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import type { RegionBar } from './region-bars.ts';

/** Such as "2 degraded, 1 major outage"; empty if all nodes are operational. */
export function exceptionsText(bar: Pick<RegionBar, 'exceptions'>): string {
  return bar.exceptions
    .map(({ severity, count }) => `${formatExact(count)} ${severityName[severity]}`)
    .join(', ');
}
