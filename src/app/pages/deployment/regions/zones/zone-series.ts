import { type Claim, claimOfSum, figureInWords } from '#domain/lists/claim.ts';
import type { Zone } from '#domain/regions/zones.ts';

export interface ZoneSeries {
  readonly key: 'advertised' | 'bytes' | 'regions';
  readonly name: string;
  readonly claim: Claim;
  /** Returns how many values of a zone are unreadable and missing from its sum. */
  readonly missing: (zone: Zone) => number;
  readonly show: (value: number | bigint) => string;
  readonly onAxis: (value: number) => string;
}

/** Formats the value of a zone with its claim, such as "at least 2,655 G"; `–` if the value is unknown. */
export function seriesText(series: ZoneSeries, zone: Zone): string {
  const value = zone[series.key];
  if (value === null) return '–';
  const claim = claimOfSum(series.claim, { missing: series.missing(zone) });
  return figureInWords(claim, series.show(value));
}
