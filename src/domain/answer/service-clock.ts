/**
 * The differences between our clock and those of a service and of our host, learned from status responses. These are
 * `no-store`, so no cache on the way may answer in the service's place.
 */

import type { Answer } from './answer.ts';
import { ageOf } from './poll.ts';
import { hostStampOf, serviceStampOf } from './stamps.ts';

/** One status response. Milliseconds. */
interface Sample {
  /** The server's own timestamp, epoch milliseconds. */
  readonly at: number;
  /** Receipt by our clock less that timestamp: the difference of the clocks plus the network time. */
  readonly lag: number;
  /** From request to receipt. */
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
/** Milliseconds that whole seconds of `Date` and `Age` explain. */
const rounding = 2_000;

/**
 * A timestamp that stands still between two polls is that of a stored copy and teaches nothing. Samples that the new one
 * contradicts are of a clock that has been set since, or of another server.
 */
function withSample(samples: Samples, sample: Sample): Samples {
  if (samples.some(({ at }) => at === sample.at)) return samples;
  const least = sample.lag - sample.roundTrip - rounding;
  return [...samples.filter(({ lag }) => lag >= least), sample].slice(-samplesKept);
}

type StatusTimes = Pick<Answer<unknown>, 'headers' | 'receivedAt' | 'latencyMilliseconds'>;

/** The clocks after one more response that caches must not store: a status response, or one of our host. */
export function clocksAfterResponse(
  { service, host }: Clocks,
  { headers, receivedAt, latencyMilliseconds }: StatusTimes,
): Clocks {
  const [date, served] = [serviceStampOf(headers), hostStampOf(headers)];
  const roundTrip = latencyMilliseconds ?? 0;
  const made = receivedAt - 1000 * ageOf(headers);
  return {
    service: date ? withSample(service, { at: date.at, lag: made - date.at, roundTrip }) : service,
    host: served ? withSample(host, { at: served.at, lag: receivedAt - served.at, roundTrip }) : host,
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
