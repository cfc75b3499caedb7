/** Methods of the rendering thread (drawing-thread.ts) and their arguments. */

import type { CachedList, DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';

/** A list that the rendering thread stores under a name; `null` drops the stored list. */
export type ListUpdate = readonly [name: string, list: CachedList | null];

export interface DrawTask {
  readonly screen: FirstScreen;
  readonly updates: readonly ListUpdate[];
  /** Names of the stored lists to render, with the milliseconds since the receipt of each. */
  readonly lists: readonly (readonly [name: string, heldMilliseconds: number])[];
}

export type DrawingThread = {
  readonly take: (updates: readonly ListUpdate[]) => void;
  readonly draw: (task: DrawTask) => DrawnScreen;
};
