import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { RecordedSinceProps } from './RecordedSince.tsx';
import { SeenBySession } from './SeenBySession.tsx';

/** Start of the current verdict: from this session until the code for the history record is loaded. */
export const SeenSince = lazyPart<RecordedSinceProps>(
  () => import('./RecordedSince.tsx'),
  ({ deployment, verdict }) => <SeenBySession slug={deployment.slug} severity={verdict.severity} />,
);
