import { Panel } from '#app/components/freshness/Panel.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { ChangesProps } from './ChangesList.tsx';

function ChangesPlace({ source }: ChangesProps) {
  return (
    <Panel title="Recent changes" sources={[source]} ageStands="above">
      {null}
    </Panel>
  );
}

/** The newest changes. Lazy, because no verdict waits for them. */
export const Changes = lazyPart<ChangesProps>(() => import('./ChangesList.tsx'), ChangesPlace);
