/** Calls between the HTTP thread of the host and the observer thread, with their data. */

import type { MessagePort } from 'node:worker_threads';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { RequestLimits, VerdictSettings } from '#contract/host.ts';
import type { Failure } from '#domain/answer/answer.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Observe } from '../configuration/defaults.ts';
import type { TallySummary } from '../gateway/tallies.ts';

/** A deployment as the observer thread knows it, without its address and credentials. */
export interface ObservedDeployment {
  readonly slug: string;
  /**
   * Number that changes when another service replaces this one under its slug. Responses of the old one are
   * then ignored.
   */
  readonly edition: number;
  readonly name: string;
  readonly observe: Exclude<Observe, 'off'>;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests of buckets or assets for the same region. */
  readonly sliceInterval: number;
  /** Limits of the observer's requests to the host. */
  readonly limits: RequestLimits;
  /** Maximum rows of one list; absent if only the default limit applies. */
  readonly maximumItems?: number | undefined;
  readonly words: Readonly<Record<string, string>>;
  readonly verdict: VerdictSettings;
}

export type PartKind = 'deployment' | 'component' | 'region' | 'nodes';

/** A part of a deployment, in a state that two status readings in a row agree on (debounced-parts.ts). */
export interface DebouncedPart {
  readonly kind: PartKind;
  /** Slug of the deployment, name of a component, code of a region, or `nodes`. */
  readonly key: string;
  readonly name: string;
  /**
   * Status word as sent. `null` for all nodes as one part, for a part that is no longer listed, and for an
   * unconfirmed deployment.
   */
  readonly word: string | null;
  readonly severity: Severity;
  /** What the nodes show, such as "41 of 889 not operational"; empty if the part's own word decides. */
  readonly detail: string;
  /**
   * Latest (`since`) and earliest (`notBefore`) time at which the state may have begun, in epoch
   * milliseconds. `notBefore` is `null` if no earlier response is known.
   */
  readonly since: number;
  readonly notBefore: number | null;
}

export interface PartsReading {
  /** Parts that are not operational, parts that once were not, and all parts of the kinds in `listed`. */
  readonly parts: readonly DebouncedPart[];
  /** Kinds of parts that are complete in `parts`: any other part of such a kind is no longer there. */
  readonly listed: readonly PartKind[];
}

/** One poll of one endpoint. Webhook messages and tallies are based on polls. */
export interface Poll {
  readonly slug: string;
  readonly edition: number;
  readonly path: EndpointPath;
  /** When the response was complete, or the poll failed, in epoch milliseconds. */
  readonly at: number;
  /** Failure of the poll; `null` after a good response. */
  readonly failure: Failure | null;
  readonly verdict: SeenVerdict;
  /** Figures of a list of regions, nodes or buckets, for pages; absent for other responses. */
  readonly tally?: TallySummary;
  /** Debounced parts; present once per status reading. */
  readonly parts?: PartsReading;
}

export interface SeenVerdict {
  readonly severity: Severity;
  /** Severity that two status readings in a row confirmed last; `null` before. */
  readonly debounced: Severity | null;
  readonly headline: string;
}

/** A component in the present verdict of a deployment. */
export interface CurrentComponent {
  /** Name, plus the occurrence if several components have it. */
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  /** State on screen: "Major outage", “flux”. */
  readonly label: string;
}

/** The present verdict of a deployment, for badges and summaries. Times are epoch milliseconds of the wall clock. */
export interface CurrentState {
  readonly slug: string;
  readonly severity: Severity;
  readonly headline: string;
  /** When the newest status response was true; `null` if there is none. */
  readonly confirmedAt: number | null;
  /** Until when the present responses confirm the verdict; 0 if they do not. */
  readonly validUntil: number;
  /** Components in the order of the status document. If there are too many, only the worst. */
  readonly components: readonly CurrentComponent[];
}

/** Methods of the observer thread. */
export type ObserverThread = {
  readonly take: (deployments: readonly ObservedDeployment[]) => void;
  /** Sends readings for the recorder to this port from now on (../history/reading.ts). */
  readonly recordTo: (port: MessagePort) => void;
  /** Returns the observer's metrics of some deployments in the text format of Prometheus. */
  readonly metrics: (slugs: ReadonlySet<string>) => string;
  /** Returns the present verdicts of some deployments. */
  readonly states: (slugs: ReadonlySet<string>) => readonly CurrentState[];
};

export interface HostRequest {
  readonly slug: string;
  readonly path: string;
  readonly accept: string;
}

export interface HostResponse {
  readonly status: number;
  /** Headers by lower-case name, without the security headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; for a long one, the port to read it from (body-port.ts). */
  readonly body: Uint8Array<ArrayBuffer> | MessagePort;
}

/** Methods of the HTTP thread, called by the observer thread. */
export type ObserverHost = {
  /** Sends a request of the observer through the gateway. */
  readonly request: (request: HostRequest) => HostResponse;
  readonly poll: (poll: Poll) => void;
  /** Writes one line to the log. */
  readonly report: (line: string) => void;
};
