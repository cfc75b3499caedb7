import type { Deployment, Places, VerdictSettings } from '#contract/host.ts';
import type { Bytes } from './body/body.ts';

export interface Traffic {
  readonly requests: number;
  readonly responses: number;
  readonly failures: ReadonlyMap<string, number>;
  /** Number of list requests in the last minute (`spent`), and its maximum (`most`). */
  readonly budget: { readonly most: number; readonly spent: number };
}

export type RequestPriority = 'normal' | 'low';

/** Header of a 503 that the host returns because the budget of requests is spent. Its value is `used-up`. */
export const budgetHeader = 'edgewatch-budget';

/** The members of `Request` that a deployment reads. The observer makes them without a `Request`, which is slow. */
export interface GatewayRequest extends Pick<Request, 'method' | 'url' | 'signal'> {
  readonly headers: Pick<Headers, 'get'>;
  /** Whether the receiver calls {@link partsOf}. Responses to viewers are faster without parts. */
  readonly needsParts?: boolean;
}

export interface HostedDeployment {
  readonly slug: string;
  readonly name: string;
  readonly shownUrl: string;
  readonly demo: boolean;
  readonly words: Deployment['words'];
  readonly places: Places;
  /** Settings for how the lists count in the verdict. */
  readonly verdict: VerdictSettings;
  /** Seconds between two status polls; absent if the default applies. */
  readonly pollSeconds?: number;
  /** Maximum rows of one list; absent if only the default limit applies. */
  readonly maximumItems?: number;
  /** Findings (departures from the API document) that are known, so that they are not reported again. */
  readonly departures?: readonly string[];
  readonly budget?: number;
  /**
   * Responds to a request for `path` below the deployment's base URL. The parameters are in the request's
   * URL.
   * @param priority - `low` leaves half of the budget to others. Beyond that the response is 503 with {@link
   * budgetHeader}.
   */
  answer(request: GatewayRequest, path: string, priority?: RequestPriority): Response | Promise<Response>;
  traffic?(): Traffic;
  renew(): void;
  close(): Promise<void>;
}

/** Returns the query string of an absolute URL, with its `?`, or ''. Cheaper than parsing the URL. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** Headers and body of a response, for a receiver inside the host. */
export interface ResponseParts {
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the cached response: do not transfer or change it. */
  readonly body: Bytes;
}

/** Parts of responses. Stored beside them, because reading them from a `Response` is slow. */
const parts = new WeakMap<Response, ResponseParts>();

export function withParts(response: Response, responseParts: ResponseParts): Response {
  parts.set(response, responseParts);
  return response;
}

/** Returns the parts of a response with status 200 and an uncompressed body; `undefined` for others. */
export function partsOf(response: Response): ResponseParts | undefined {
  return parts.get(response);
}
