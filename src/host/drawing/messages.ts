/** What passes between the host and the thread that draws its pages. */

import type { DrawnScreen, FirstScreen, HeldList } from '#domain/answer/first-screen.ts';

/** What the thread keeps under a name; `null` lets go of it. */
export type Kept = readonly [name: string, list: HeldList | null];

export interface News {
  /** Lists that came since, or went. */
  readonly news: readonly Kept[];
}

export interface DrawTask extends News {
  readonly id: number;
  /** Without its lists. */
  readonly screen: FirstScreen;
  /** Names of those to draw from, and for how many milliseconds each has been held. */
  readonly lists: readonly (readonly [name: string, heldMilliseconds: number])[];
}

export interface DrawnMessage {
  readonly id: number;
  readonly drawn: DrawnScreen;
  /** Why it could not be drawn, for the operator. */
  readonly failure?: string;
}
