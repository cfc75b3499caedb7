/** Declares `src/app/draw.tsx` for the host's type check, which has no browser types (tsconfig.host.json). */

import type { DrawnScreen, FirstScreen } from '#domain/first-screen/first-screen.ts';

export declare function draw(screen: FirstScreen): Promise<DrawnScreen>;
export declare function prepare(): Promise<void>;
