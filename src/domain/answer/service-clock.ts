/**
 * The differences between our clock and those of a service and of our host. Responses that are `no-store` teach them: status
 * responses, and those of our host.
 */

import type { ResponseHeaders } from './answer.ts';
import { ageOf, isCalledStale } from './poll.ts';
import { type ExchangeMoments, hostStampOf, isMadeByCache, serviceStampOf } from './stamps.ts';

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

/** Adds a sample. A timestamp that stands still is that of a stored copy and teaches nothing. */
function withSample(samples: Samples, sample: Sample, isContradicted: (older: Sample) => boolean): Samples {
  if (samples.some(({ at }) => at === sample.at)) return samples;
  return [...samples.filter((older) => !isContradicted(older)), sample].slice(-samplesKept);
}

/**
 * Drops older samples that the two newest contradict, if these agree: the clock was set back. A single old `Date`, and two that
 * differ, are those of stored copies.
 */
function withDate(samples: Samples, sample: Sample): Samples {
  const last = samples.at(-1) ?? sample;
  const agree = last.lag >= leastOf(sample) && sample.lag >= leastOf(last);
  const least = Math.min(leastOf(last), leastOf(sample));
  return withSample(samples, sample, ({ lag }) => agree && lag < least);
}

/** Drops older samples that the newest contradicts: our host stamps each status response anew. */
function withServed(samples: Samples, sample: Sample): Samples {
  return withSample(samples, sample, ({ lag }) => lag < leastOf(sample));
}

/** The clocks after one more response that caches must not store. Some store it nevertheless. */
export function clocksAfterResponse(
  { service, host }: Clocks,
  headers: ResponseHeaders,
  times: Pick<ExchangeMoments, 'requestedAt' | 'headersAt'>,
): Clocks {
  const [date, served] = [serviceStampOf(headers), hostStampOf(headers)];
  const { requestedAt, headersAt } = times;
  const age = ageOf(headers);
  const sampleOf = (at: number): Sample => ({ at, lag: headersAt - at, roundTrip: headersAt - requestedAt });
  // A stored copy teaches only while nothing else has, and only if its `Date` is the service's own.
  const teaches = age === 0 || (service.length === 0 && date !== null && !isMadeByCache(date, times));
  const teachesService = date !== null && teaches && !isCalledStale(headers);
  return {
    service: teachesService ? withDate(service, sampleOf(date.at + 1000 * age)) : service,
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
