import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { noValue } from '#domain/text/format.ts';
import type { VerdictSinceProps } from './VerdictSince.tsx';

/** Shows since when the current verdict holds, loaded lazily; a dash until then. */
export const SeenSince = lazyPart<VerdictSinceProps>(
  () => import('./VerdictSince.tsx'),
  () => noValue,
);
