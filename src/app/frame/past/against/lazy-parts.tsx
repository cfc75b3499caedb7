/** Parts of comparisons, loaded when they are shown. */

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { CompareWithProps } from './CompareWith.tsx';
import type { ComparisonProps } from './Comparison.tsx';

const load = () => import('./parts.ts');

export const AgainstBar = lazyPart<ComparisonProps>(async () => ({ default: (await load()).AgainstBar }));
export const Comparison = lazyPart<ComparisonProps>(async () => ({ default: (await load()).Comparison }));

/** Its placeholder has the height of the button. */
export const CompareWith = lazyPart<CompareWithProps>(
  async () => ({ default: (await load()).CompareWith }),
  () => <div className="h-6.5 max-md:h-11 max-md:w-full" />,
);
