import { useSession } from '#app/observe/session/store.ts';
import { HistoryStrip } from './HistoryStrip.tsx';
import type { StripProps } from './Strip.tsx';
import { useStripSpan } from './span.ts';

/** What this session saw of a deployment as a whole, or of one of its components. */
export default function SessionStrip({ slug, component, label, height, scale = 1 }: StripProps) {
  const { overall, components } = useSession(slug);
  return (
    <HistoryStrip
      runs={component === undefined ? overall : (components.get(component)?.runs ?? [])}
      sight={overall}
      span={useStripSpan()}
      height={height}
      scale={scale}
      label={`${label} since this page opened`}
    />
  );
}
