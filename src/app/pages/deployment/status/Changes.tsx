import { Panel } from '#app/components/freshness/Panel.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { ChangesProps } from './ChangesList.tsx';

function ChangesPlace({ source }: ChangesProps) {
  return (
    <Panel
      title="Recent changes"
      sources={source.availability === 'not-offered' ? [] : [source]}
      ageStands="above"
    >
      {null}
    </Panel>
  );
}

/** Panel with the newest changes. Loaded lazily, because no verdict waits for this panel. */
export const Changes = lazyPart<ChangesProps>(() => import('./ChangesList.tsx'), ChangesPlace);
