/** Calls between the host and the observer thread. */

import type { MessagePort } from 'node:worker_threads';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { RequestLimits, VerdictSettings } from '#contract/host.ts';
import type { Failure } from '#domain/answer/answer.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Observe } from '../configuration/defaults.ts';
import type { TallySummary } from '../gateway/tallies.ts';

/** A deployment in the observer, without its address and credentials. */
export interface ObservedDeployment {
  readonly slug: string;
  /** Changes when another service replaces this one under its slug. Responses of the old one are then ignored. */
  readonly edition: number;
  readonly name: string;
  readonly observe: Exclude<Observe, 'off'>;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests for one region of buckets or assets. */
  readonly sliceInterval: number;
  /** Limits of the observer's requests to the host. */
  readonly limits: RequestLimits;
  /** Most rows of one list. */
  readonly maximumItems?: number | undefined;
  readonly words: Readonly<Record<string, string>>;
  readonly verdict: VerdictSettings;
}

export type PartKind = 'deployment' | 'component' | 'region' | 'nodes';

/** The state of a part, the same at two status readings in a row (debounced-parts.ts). */
export interface DebouncedPart {
  readonly kind: PartKind;
  /** The slug, the name of a component, the code of a region, or `nodes`. */
  readonly key: string;
  readonly name: string;
  /** Status word as sent; `null` if there is none, as for nodes. */
  readonly word: string | null;
  readonly severity: Severity;
  /** Evidence from nodes: "41 of 889 not operational"; empty if its own word decides. */
  readonly detail: string;
  /** The state began between these two times, epoch milliseconds; `notBefore` is `null` if no earlier response is known. */
  readonly since: number;
  readonly notBefore: number | null;
}

export interface PartsReading {
  /** Parts that are not operational or once were not, and all parts of the kinds in `listed`. */
  readonly parts: readonly DebouncedPart[];
  /** Kinds that are complete here: another part of such a kind is no longer there. */
  readonly listed: readonly PartKind[];
}

/** One poll of one endpoint. The record, the messages and the metrics are based on these. */
export interface Poll {
  readonly slug: string;
  readonly edition: number;
  readonly path: EndpointPath;
  /** When the response was complete, or the poll failed, epoch milliseconds. */
  readonly at: number;
  /** `null` after a response. */
  readonly failure: Failure | null;
  readonly verdict: SeenVerdict;
  /** Of a response that lists regions, nodes or buckets: its figures for pages. */
  readonly tally?: TallySummary;
  /** Present with each new status reading. */
  readonly parts?: PartsReading;
}

export interface SeenVerdict {
  readonly severity: Severity;
  /** Severity at the last two equal status readings; `null` before. */
  readonly debounced: Severity | null;
  readonly headline: string;
}

/** Methods of the observer thread. */
export type ObserverThread = {
  readonly take: (deployments: readonly ObservedDeployment[]) => void;
  /** Readings go to this port from now on (../history/reading.ts). */
  readonly recordTo: (port: MessagePort) => void;
  /** In the text format of Prometheus. */
  readonly metrics: (slugs: ReadonlySet<string>) => string;
};

export interface HostRequest {
  readonly slug: string;
  readonly path: string;
  readonly accept: string;
}

export interface HostResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** For a long body, the port to read it from (body-port.ts). */
  readonly body: Uint8Array<ArrayBuffer> | MessagePort;
}

/** Methods of the host for the observer thread. */
export type ObserverHost = {
  /** Sends a request of the observer through the gateway. */
  readonly request: (request: HostRequest) => HostResponse;
  readonly poll: (poll: Poll) => void;
  /** One line for the log. */
  readonly report: (line: string) => void;
};
