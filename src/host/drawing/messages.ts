/** Methods of the rendering thread. */

import type { CachedList, DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';

/** A list to store under a name; `null` drops it. */
export type ListUpdate = readonly [name: string, list: CachedList | null];

export interface DrawTask {
  readonly screen: FirstScreen;
  readonly updates: readonly ListUpdate[];
  /** Names of the lists to render, with their ages in milliseconds. */
  readonly lists: readonly (readonly [name: string, heldMilliseconds: number])[];
}

export type DrawingThread = {
  readonly take: (updates: readonly ListUpdate[]) => void;
  readonly draw: (task: DrawTask) => DrawnScreen;
};
