import { later } from '#app/ui/loading/later.tsx';
import type { RecordedSinceProps } from './RecordedSince.tsx';
import { SeenBySession } from './SeenBySession.tsx';

/** Since when a verdict is what it is: from the record once its code is here, until then as this page saw it. */
export const SeenSince = later<RecordedSinceProps>(
  () => import('./RecordedSince.tsx'),
  ({ deployment, verdict }) => <SeenBySession slug={deployment.slug} severity={verdict.severity} />,
);
