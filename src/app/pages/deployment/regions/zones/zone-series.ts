import { type Claim, claimOfSum, figureInWords } from '#domain/lists/claim.ts';
import type { Zone } from '#domain/regions/zones.ts';

/** One figure of the zones, with how it is written. */
export interface ZoneSeries {
  readonly key: 'advertised' | 'bytes' | 'regions';
  readonly name: string;
  readonly claim: Claim;
  /** Values of a zone that could not be added. */
  readonly missing: (zone: Zone) => number;
  readonly show: (value: number | bigint) => string;
  /** The same, short. */
  readonly onAxis: (value: number) => string;
}

/** "at least 2,655 G"; `–` where it is not known. */
export function seriesText(series: ZoneSeries, zone: Zone): string {
  const value = zone[series.key];
  if (value === null) return '–';
  const claim = claimOfSum(series.claim, { missing: series.missing(zone) });
  return figureInWords(claim, series.show(value));
}
