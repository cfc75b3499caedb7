import { useSession } from '#app/observe/session/store.ts';
import { HistoryStrip } from './HistoryStrip.tsx';
import { useStripSpan } from './span.ts';

export interface StripProps {
  readonly slug: string;
  /** Id of a component (domain/verdict/verdict.ts); absent for the deployment as a whole. */
  readonly component?: string;
  /** Whose strip it is. */
  readonly label: string;
  readonly height: number;
  /** How many pixels stand for one. */
  readonly scale?: number;
}

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
