/** What a host hands over to have a page's first screen drawn (app/draw.tsx), and delivers with it. */

import type { AppConfig } from '#contract/host.ts';
import type { DeliveredTally } from '../verdict/delivered-tally.ts';

/** One answer as the app would have received it. */
export interface DeliveredAnswer {
  /** Relative to the app's base. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FirstScreen {
  readonly config: AppConfig;
  /** `/prefix`, or empty for the root. */
  readonly basePath: string;
  /** Of the page, below `basePath`. */
  readonly path: string;
  readonly answers: readonly DeliveredAnswer[];
  readonly tallies: readonly DeliveredTally[];
}
