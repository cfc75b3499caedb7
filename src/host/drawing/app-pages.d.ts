/** `src/app/pages.ts` as the host's type check sees it (tsconfig.host.json). */

import type { ShownList } from '#domain/first-screen/first-screen.ts';

export declare function listsAt(pathname: string): readonly ShownList[];
