import type { Deployment, Places, VerdictSettings } from '#contract/host.ts';

export interface Traffic {
  readonly requests: number;
  readonly responses: number;
  readonly failures: ReadonlyMap<string, number>;
  /** List requests of the last minute, and their limit. */
  readonly budget: { readonly most: number; readonly spent: number };
}

export type RequestPriority = 'normal' | 'low';

/** Present, with the value `used-up`, on a 503 that the host returns because the budget is spent. */
export const budgetHeader = 'edgewatch-budget';

export interface HostedDeployment {
  readonly slug: string;
  readonly name: string;
  readonly shownUrl: string;
  readonly demo: boolean;
  readonly words: Deployment['words'];
  readonly places: Places;
  /** How the lists count in the verdict. */
  readonly verdict: VerdictSettings;
  /** Seconds between two status polls; absent if the default applies. */
  readonly pollSeconds?: number;
  /** Most rows of one list; absent if there is no limit beyond the default. */
  readonly maximumItems?: number;
  /** Known contract findings, which are not reported again. */
  readonly departures?: readonly string[];
  readonly budget?: number;
  /**
   * Responds to a request for `path` below the deployment's base URL. The parameters are in the request's URL.
   * @param priority - `low` leaves half of the budget to others. Beyond that the response is 503 with {@link
   * budgetHeader}.
   */
  answer(request: Request, path: string, priority?: RequestPriority): Response | Promise<Response>;
  traffic?(): Traffic;
  renew(): void;
  close(): Promise<void>;
}

/** The query string of an absolute URL, with its `?`, or empty. Cheaper than parsing the URL. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
