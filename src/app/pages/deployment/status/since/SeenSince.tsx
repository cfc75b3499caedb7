import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { noValue } from '#domain/text/format.ts';
import type { VerdictSinceProps } from './VerdictSince.tsx';

/** Start of the current verdict. */
export const SeenSince = lazyPart<VerdictSinceProps>(
  () => import('./VerdictSince.tsx'),
  () => noValue,
);
