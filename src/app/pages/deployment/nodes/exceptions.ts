import { severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import type { RegionBar } from './region-bars.ts';

/** Lists states that are not operational, such as "2 degraded, 1 major outage"; empty without any. */
export function exceptionsText(bar: Pick<RegionBar, 'exceptions'>): string {
  return bar.exceptions
    .map(({ severity, count }) => `${formatExact(count)} ${severityName[severity]}`)
    .join(', ');
}
