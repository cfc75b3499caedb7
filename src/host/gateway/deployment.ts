import type { Deployment, Places, VerdictSettings } from '#contract/host.ts';

/** What an upstream was asked so far. */
export interface Traffic {
  /** Requests that it was sent. */
  readonly requests: number;
  /** Questions that were answered, by it or by what the host held. */
  readonly answers: number;
  /** Requests that gave no answer, by kind. */
  readonly failures: ReadonlyMap<string, number>;
  /** Requests for lists in the last minute, and the most there may be. */
  readonly budget: { readonly most: number; readonly spent: number };
}

export type RequestPriority = 'normal' | 'low';

/** Present, with the value `used-up`, on a 503 of the host that the budget is the reason of. */
export const budgetHeader = 'edgewatch-budget';

/** A deployment as the host serves it: embedded or proxied. */
export interface HostedDeployment {
  readonly slug: string;
  readonly name: string;
  /** What to show as its address. */
  readonly shownUrl: string;
  readonly demo: boolean;
  /** Status words given another class: word → severity. */
  readonly words: Deployment['words'];
  readonly places: Places;
  /** How much of its verdict the lists are. */
  readonly verdict: VerdictSettings;
  /** Seconds between two readings of its status document; absent where they are those of all. */
  readonly pollSeconds?: number;
  /** Items that one of its listings holds at most; absent where that is not bounded further. */
  readonly maximumItems?: number;
  /** Findings that are known, and no news. */
  readonly departures?: readonly string[];
  /** Requests that it is sent in a minute at most, those for status apart. */
  readonly budget?: number;
  /**
   * Answers a request for `path` below the deployment's base URL; any parameters are in the request's URL.
   *
   * @param priority - `low` leaves half of the budget to others. Without one the response is 503 with {@link budgetHeader}.
   */
  answer(request: Request, path: string, priority?: RequestPriority): Response | Promise<Response>;
  /** What its upstream was asked, where it has one. */
  traffic?(): Traffic;
  /** Reads anew what it was given in files. */
  renew(): void;
  close(): Promise<void>;
}

/** The search part of an absolute URL, with its `?`, or empty; cheaper than parsing the whole. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
