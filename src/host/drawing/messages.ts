/** Messages between the host and its rendering thread. */

import type { DrawnScreen, FirstScreen, HeldList } from '#domain/first-screen/first-screen.ts';

/** A list to store under a name; `null` drops it. */
export type Kept = readonly [name: string, list: HeldList | null];

export interface News {
  readonly news: readonly Kept[];
}

export interface DrawTask extends News {
  readonly id: number;
  readonly screen: FirstScreen;
  /** Names of the lists to render, with their ages in milliseconds. */
  readonly lists: readonly (readonly [name: string, heldMilliseconds: number])[];
}

export interface DrawnMessage {
  readonly id: number;
  readonly drawn: DrawnScreen;
  readonly failure?: string;
}
