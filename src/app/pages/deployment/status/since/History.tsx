import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { Severity } from '#domain/severity/severity.ts';

/** Shows the verdict over time, loaded lazily. Its placeholder has the height of the content. */
export const History = lazyPart<{ readonly slug: string; readonly present: Severity }>(
  () => import('./VerdictOverTime.tsx'),
  () => <div className="mt-4 mb-3 h-[111px] max-md:h-[135px]" />,
);
