import { later } from '#app/ui/loading/later.tsx';
import { SeenBySession } from './SeenBySession.tsx';
import type { StripProps } from './strip-props.ts';

/** From the record once its code is here, until then what this session saw. */
const SessionStrip = later<StripProps>(() => import('./RecordStrip.tsx'), SeenBySession);
export default SessionStrip;
