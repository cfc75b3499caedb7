/** `src/app/draw.tsx` as the host's type check sees it, which knows no browser (tsconfig.host.json). */

import type { FirstScreen } from '#domain/answer/first-screen.ts';

export declare function draw(screen: FirstScreen): string;
