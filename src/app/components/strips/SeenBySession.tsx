import { useSession } from '#app/observe/session/seen.ts';
import { HistoryStrip } from './HistoryStrip.tsx';
import { useStripSpan } from './span.ts';
import type { StripProps } from './strip-props.ts';

export function SeenBySession({ slug, component, label, height, scale = 1 }: StripProps) {
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
