/**
 * Data that the host passes to the server-rendering of a first screen (app/draw.tsx), and delivers with the
 * page.
 */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { AppConfig } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import type { DeliveredTally } from './delivered-tally.ts';

export interface DeliveredResponse {
  /** Address relative to the app's base. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ShownList {
  readonly resource: ListResource;
  readonly region?: string;
}

export interface CachedList {
  readonly path: EndpointPath;
  readonly region?: string;
  /** `limit` parameter of the request; absent if the request had none. */
  readonly limit?: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Response body; `null` if the deployment does not offer the endpoint. */
  readonly body: Uint8Array | null;
}

export interface ListAtHand {
  /** The response. Its object identity is a cache key: there is one object for each response. */
  readonly list: CachedList;
  /** Milliseconds since the host received the response. */
  readonly heldMilliseconds: number;
}

export interface FirstScreen {
  readonly config: AppConfig;
  /** Path under which the app is served: `/prefix`, or empty for the root. */
  readonly basePath: string;
  readonly path: string;
  readonly answers: readonly DeliveredResponse[];
  readonly tallies: readonly DeliveredTally[];
  readonly lists: readonly ListAtHand[];
  /** Whether to render for the width of a phone. */
  readonly isPhone: boolean;
  /** Whether to render the page, or only the frame around it. */
  readonly withPage: boolean;
}

export interface DrawnScreen {
  readonly markup: string;
  readonly styles: string;
}

export const nothingDrawn: DrawnScreen = { markup: '', styles: '' };
