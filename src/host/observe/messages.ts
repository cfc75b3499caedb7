/** What passes between the host and the thread that observes its deployments. */

import type { MessagePort } from 'node:worker_threads';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { RequestLimits, VerdictSettings } from '#contract/host.ts';
import type { Failure } from '#domain/answer/answer.ts';
import type { WrittenSum } from '#domain/lists/list-total.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Tally } from '#domain/verdict/tally.ts';

/** How much of a deployment is read while nobody looks (docs/understand/observer.md). */
export type Observe = 'all' | 'status' | 'off';

export const defaultSliceIntervalSeconds = 15 * 60;

/** A deployment as its observer knows it: neither where it is nor what it is asked with. */
export interface ObservedDeployment {
  readonly slug: string;
  /** Another number for another service of the same slug: what was read of the one before is not its. */
  readonly edition: number;
  readonly name: string;
  readonly observe: Exclude<Observe, 'off'>;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests for one region of buckets or assets. */
  readonly sliceInterval: number;
  /** What the observer keeps to on its way to the host. */
  readonly limits: RequestLimits;
  /** Items that a listing holds at most. */
  readonly maximumItems?: number | undefined;
  readonly words: Readonly<Record<string, string>>;
  readonly verdict: VerdictSettings;
}

export type PartKind = 'deployment' | 'component' | 'region' | 'nodes';

/** The state of a part, the same at two status readings in a row (held-parts.ts). */
export interface HeldPart {
  readonly kind: PartKind;
  /** The slug, the name of a component, the code of a region, or `nodes`. */
  readonly key: string;
  readonly name: string;
  /** Status word as sent; `null` if there is none, as for nodes. */
  readonly word: string | null;
  readonly severity: Severity;
  /** What nodes say of it: "41 of 889 not operational"; empty if its own word decides. */
  readonly detail: string;
  /** The state began between these two times, epoch milliseconds; `notBefore` is `null` if no earlier response is known. */
  readonly since: number;
  readonly notBefore: number | null;
}

/** What one status reading says of the parts of a deployment. */
export interface PartsReading {
  /** Parts that are not operational or once were not, and all parts of the kinds in `listed`. */
  readonly parts: readonly HeldPart[];
  /** Kinds that are complete here: another part of such a kind is no longer there. */
  readonly listed: readonly PartKind[];
}

/** One reading of one endpoint, or one try at it. Everything that the host remembers, tells or exports rests on these. */
export interface Look {
  readonly slug: string;
  readonly edition: number;
  readonly path: EndpointPath;
  /** Epoch milliseconds at which the answer was whole, or the try was given up. */
  readonly at: number;
  /** `null` where the look gave an answer. */
  readonly failure: Failure | null;
  /** What is said of the deployment after it. */
  readonly verdict: SeenVerdict;
  /** Of a response that lists regions, nodes or buckets: its figures for pages. */
  readonly told?: ToldTally;
  /** Present with each new status reading. */
  readonly parts?: PartsReading;
}

/** The tally of a list, and how long it stands. */
export interface ToldTally {
  readonly tally: Tally;
  /** Of a list of buckets: their bytes. */
  readonly bytes?: WrittenSum;
  /** Since it was received. */
  readonly heldMilliseconds: number;
  readonly ageSeconds: number;
  /** L and the part of it that was left at receipt (docs/understand/freshness.md). */
  readonly lifetimeMilliseconds: number;
  readonly leftMilliseconds: number;
}

/** The verdict of a deployment in one line. */
export interface SeenVerdict {
  /** What it says now. */
  readonly severity: Severity;
  /** What it last said at two status readings in a row; `null` before that. */
  readonly held: Severity | null;
  readonly headline: string;
}

export type ToObserver =
  | { readonly kind: 'take'; readonly deployments: readonly ObservedDeployment[] }
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      /** Of a long one the port from which it is read (body-port.ts). */
      readonly body: Uint8Array<ArrayBuffer> | MessagePort;
    }
  /** Somebody writes down what is read: readings go to this port from now on, to no other any more. */
  | { readonly kind: 'record'; readonly port: MessagePort }
  | { readonly kind: 'unanswered'; readonly id: number; readonly why: string }
  | {
      readonly kind: 'metrics';
      readonly id: number;
      /** Of the deployments that are told of. */
      readonly slugs: ReadonlySet<string>;
    };

export type FromObserver =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly slug: string;
      /** With its search string. */
      readonly path: string;
      readonly accept: string;
    }
  /** Nobody waits for an answer any more. */
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'look'; readonly look: Look }
  /** One line for the log of the host. */
  | { readonly kind: 'report'; readonly line: string }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string };
