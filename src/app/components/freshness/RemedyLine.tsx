import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

/** The remedy in one line. Lazy, because most pages have no failure. */
export const RemedyLine = lazyPart(async () => ({ default: (await import('./Remedy.tsx')).RemedyLine }));
