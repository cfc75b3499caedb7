import { later } from '#app/ui/loading/lazy-part.tsx';

/** The remedy in one line. Lazy, because most pages have no failure. */
export const RemedyLine = later(async () => ({ default: (await import('./Remedy.tsx')).RemedyLine }));
