import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

/** How to fix a failure, in one line. Loaded lazily, because most pages have no failure. */
export const RemedyLine = lazyPart(async () => ({ default: (await import('./Remedy.tsx')).RemedyLine }));
