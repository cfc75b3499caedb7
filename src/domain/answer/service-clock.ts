/**
 * Measures the differences between our clock and those of a service and of our host. It uses `no-store`
 * responses: status responses, and all responses of our host.
 */

import type { ResponseHeaders } from './answer.ts';
import { isCalledStale } from './poll.ts';
import { type ExchangeMoments, hostStampOf, isMadeByCache, serviceStampOf, statedAge } from './stamps.ts';

/** One measurement of a server's clock, from one response. All fields are in milliseconds. */
interface Sample {
  /** Server's own timestamp in the response, epoch milliseconds. */
  readonly at: number;
  /**
   * Arrival of the headers by our clock less the server's timestamp: the difference of the clocks plus the
   * network time.
   */
  readonly lag: number;
  /** Time from the request to the response headers. */
  readonly roundTrip: number;
}

type Samples = readonly Sample[];

/** The newest samples of each clock, oldest first. */
export interface Clocks {
  /** Samples of the service's clock, from `Date`. */
  readonly service: Samples;
  /** Samples of our host's clock, from `Edgewatch-Served`. */
  readonly host: Samples;
}

export const unknownClocks: Clocks = { service: [], host: [] };

const samplesKept = 8;
/** Maximum error of the `Date` header in milliseconds: the header has whole seconds. */
const rounding = 2_000;

/** Returns the smallest difference of the clocks that a sample allows, in milliseconds. */
function leastOf({ lag, roundTrip }: Sample): number {
  return lag - roundTrip - rounding;
}

/**
 * Adds a sample. A repeated timestamp comes from a stored copy and shows nothing about the clock, so it is
 * ignored.
 */
function withSample(samples: Samples, sample: Sample, isContradicted: (older: Sample) => boolean): Samples {
  if (samples.some(({ at }) => at === sample.at)) return samples;
  return [...samples.filter((older) => !isContradicted(older)), sample].slice(-samplesKept);
}

/**
 * Adds a sample of `Date`. If the two newest samples agree, older ones that contradict both are dropped: the
 * clock was set back. A single old `Date`, or two that differ, come from stored copies.
 */
function withDate(samples: Samples, sample: Sample): Samples {
  const last = samples.at(-1) ?? sample;
  const agree = last.lag >= leastOf(sample) && sample.lag >= leastOf(last);
  const least = Math.min(leastOf(last), leastOf(sample));
  return withSample(samples, sample, ({ lag }) => agree && lag < least);
}

/**
 * Adds a sample of `Edgewatch-Served`. Older samples that contradict it are dropped if our host stamped the response
 * for this request. A copy of a shared cache contradicts nothing.
 */
function withServed(samples: Samples, sample: Sample, isCopy: boolean): Samples {
  return withSample(samples, sample, ({ lag }) => !isCopy && lag < leastOf(sample));
}

/** Updates the clocks after a response with `no-store`. Some caches store such responses nevertheless. */
export function clocksAfterResponse(
  { service, host }: Clocks,
  headers: ResponseHeaders,
  times: Pick<ExchangeMoments, 'requestedAt' | 'headersAt'>,
): Clocks {
  const [date, served] = [serviceStampOf(headers), hostStampOf(headers)];
  const { requestedAt, headersAt } = times;
  const age = statedAge(headers);
  const sampleOf = (at: number): Sample => ({ at, lag: headersAt - at, roundTrip: headersAt - requestedAt });
  // A stored copy counts only as the first sample of a clock, and only if its `Date` is the service's own.
  const teaches = age === 0 || (service.length === 0 && date !== null && !isMadeByCache(date, times));
  const teachesService = date !== null && teaches && !isCalledStale(headers);
  return {
    service: teachesService ? withDate(service, sampleOf(date.at + 1000 * age)) : service,
    host: served ? withServed(host, sampleOf(served.at), headers.isShared) : host,
  };
}

function leastLag(samples: Samples): Sample | null {
  return samples.reduce<Sample | null>((least, next) => (least && least.lag <= next.lag ? least : next), null);
}

/**
 * Returns the smallest measured difference of a clock in milliseconds; `null` before the first status
 * response.
 */
export function lagOf(samples: Samples): number | null {
  return leastLag(samples)?.lag ?? null;
}

/** Maximum difference of clocks, in milliseconds, that is not reported. */
const tolerance = 5_000;

/** Returns the milliseconds by which the service's clock is ahead of ours; 0 within 5 s and while unknown. */
export function skewOfService({ service }: Clocks): number {
  const least = leastLag(service);
  if (!least) return 0;
  const ahead = least.lag < 0 ? -least.lag : Math.min(0, least.roundTrip + rounding - least.lag);
  return Math.abs(ahead) > tolerance ? ahead : 0;
}
