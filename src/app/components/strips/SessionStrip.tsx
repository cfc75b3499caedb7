import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { SeenBySession } from './SeenBySession.tsx';
import type { StripProps } from './strip-props.ts';

/** Shows the session's strip until the code for the history record is loaded. */
const SessionStrip = lazyPart<StripProps>(() => import('./RecordStrip.tsx'), SeenBySession);
export default SessionStrip;
