/** Methods of the rendering thread (drawing-thread.ts) and their arguments. */

import type { DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';

export type DrawingThread = {
  readonly draw: (screen: FirstScreen) => DrawnScreen;
};
