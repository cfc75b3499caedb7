/** `src/app/pages.ts` as the host's type check sees it (tsconfig.host.json). */

import type { ListResource } from '#contract/resources.ts';

/** The page at an address below the app's base. */
export declare function pageAt(pathname: string): { readonly lists?: readonly ListResource[] } | undefined;
