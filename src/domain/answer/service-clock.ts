/**
 * The differences between our clock and those of a service and of our host. Status responses teach that of the service: they
 * are `no-store`, so no cache may answer in its place. Every response of our host teaches that of the host.
 */

import type { AnswerHeaders } from './answer.ts';
import { ageOf, isCalledStale } from './poll.ts';
import { type ExchangeTimes, hostStampOf, serviceStampOf } from './stamps.ts';

/** One response. Milliseconds. */
interface Sample {
  /** The server's own timestamp, epoch milliseconds. */
  readonly at: number;
  /** Arrival of the headers by our clock less that timestamp: the difference of the clocks plus the network time. */
  readonly lag: number;
  /** From the request to the headers. */
  readonly roundTrip: number;
}

type Samples = readonly Sample[];

/** The newest samples of each clock, oldest first. */
export interface Clocks {
  /** By `Date`. */
  readonly service: Samples;
  /** By `Edgewatch-Served`. */
  readonly host: Samples;
}

export const unknownClocks: Clocks = { service: [], host: [] };

const samplesKept = 8;
/** Milliseconds that whole seconds of `Date` explain. */
const rounding = 2_000;

/** The smallest lag that a sample allows. */
function leastOf({ lag, roundTrip }: Sample): number {
  return lag - roundTrip - rounding;
}

/**
 * A timestamp that stands still is that of a stored copy and teaches nothing. Older samples that the `witnesses` contradict are
 * of a clock that has been set since.
 */
function withSample(samples: Samples, sample: Sample, witnesses: Samples): Samples {
  if (samples.some(({ at }) => at === sample.at)) return samples;
  const least = Math.min(...witnesses.map(leastOf));
  return [...samples.filter(({ lag }) => lag >= least), sample].slice(-samplesKept);
}

/** A single old `Date` is that of a stored copy. Two in step are those of a clock that was set back. */
function withDate(samples: Samples, sample: Sample): Samples {
  return withSample(samples, sample, [samples.at(-1) ?? sample, sample]);
}

/** The host stamps each response anew, so the newest stamp is right. */
function withServed(samples: Samples, sample: Sample): Samples {
  return withSample(samples, sample, [sample]);
}

/** A cache that stores status responses all the same: its copies state an age, or are called stale. */
function isStoredCopy(headers: AnswerHeaders): boolean {
  return ageOf(headers) > 0 || isCalledStale(headers);
}

/** The clocks after one more response. Only a status response teaches the clock of the service. */
export function clocksAfterResponse(
  { service, host }: Clocks,
  { headers, isStatus }: { readonly headers: AnswerHeaders; readonly isStatus: boolean },
  { requestedAt, headersAt }: Pick<ExchangeTimes, 'requestedAt' | 'headersAt'>,
): Clocks {
  const [date, served] = [serviceStampOf(headers), hostStampOf(headers)];
  const sampleOf = (at: number): Sample => ({ at, lag: headersAt - at, roundTrip: headersAt - requestedAt });
  const teachesService = date !== null && isStatus && !isStoredCopy(headers);
  return {
    service: teachesService ? withDate(service, sampleOf(date.at)) : service,
    host: served ? withServed(host, sampleOf(served.at)) : host,
  };
}

function leastLag(samples: Samples): Sample | null {
  return samples.reduce<Sample | null>((least, next) => (least && least.lag <= next.lag ? least : next), null);
}

/** The smallest lag of a clock behind ours, milliseconds; `null` before the first status response. */
export function lagOf(samples: Samples): number | null {
  return leastLag(samples)?.lag ?? null;
}

/** Milliseconds; smaller differences are not worth a word. */
const tolerance = 5_000;

/** Milliseconds that the service's clock is ahead of ours; 0 within 5 s, and while unknown. */
export function skewOfService({ service }: Clocks): number {
  const least = leastLag(service);
  if (!least) return 0;
  const ahead = least.lag < 0 ? -least.lag : Math.min(0, least.roundTrip + rounding - least.lag);
  return Math.abs(ahead) > tolerance ? ahead : 0;
}
