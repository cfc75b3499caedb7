import { HistoryStrip } from '../components/HistoryStrip.tsx';
import type { StripProps } from './Strip.tsx';
import { stripMarks, useStripSpan } from './span.ts';
import { useSession } from './store.ts';

/** What this session saw of a deployment as a whole, or of one of its components. */
export default function SessionStrip({ slug, component, label, height }: StripProps) {
  const session = useSession(slug);
  const { from, to } = useStripSpan();
  const runs = component === undefined ? session.overall : (session.components.get(component)?.runs ?? []);
  return (
    <HistoryStrip
      runs={runs}
      from={from}
      to={to}
      marks={stripMarks}
      height={height}
      label={`${label} since this page opened`}
    />
  );
}
