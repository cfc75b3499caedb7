import { later } from '#app/ui/loading/later.tsx';

/** What mends a failure, in one line; of no page's first code, for most are read without a failure. */
export const RemedyLine = later(async () => ({ default: (await import('./Remedy.tsx')).RemedyLine }));
