/** What a host hands over to have a page's first screen drawn (app/draw.tsx), and delivers with it. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { AppConfig } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import type { DeliveredTally } from '../verdict/delivered-tally.ts';

/** One answer as the app would have received it. */
export interface DeliveredAnswer {
  /** Relative to the app's base. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A list that a page shows; of one region where it is named. */
export interface ShownList {
  readonly resource: ListResource;
  readonly region?: string;
}

/** A list as a deployment answered it to a question for all of it, or for what one region has. */
export interface HeldList {
  readonly path: EndpointPath;
  readonly region?: string;
  /** That it was asked with. */
  readonly limit?: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` where the deployment does not offer it. */
  readonly body: Uint8Array | null;
}

export interface ListAtHand {
  /** Each object stands for one answer. */
  readonly list: HeldList;
  /** Milliseconds since it was received. */
  readonly heldMilliseconds: number;
}

export interface FirstScreen {
  readonly config: AppConfig;
  /** `/prefix`, or empty for the root. */
  readonly basePath: string;
  /** Of the page, below `basePath`. */
  readonly path: string;
  readonly answers: readonly DeliveredAnswer[];
  readonly tallies: readonly DeliveredTally[];
  /** Of the page's deployment. */
  readonly lists: readonly ListAtHand[];
  /** Whether the reader's screen is as narrow as a phone's. */
  readonly isPhone: boolean;
  /** Whether the page itself is drawn, not its frame alone. */
  readonly withPage: boolean;
}

/** A first screen as it stands in the document. */
export interface DrawnScreen {
  readonly markup: string;
  /** Style rules for it. */
  readonly styles: string;
}

export const nothingDrawn: DrawnScreen = { markup: '', styles: '' };
