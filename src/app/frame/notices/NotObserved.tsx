import { useParams } from 'react-router';
import { keepsHistory } from '#app/delivered/config.ts';
import { isAnyRead } from '#app/observe/session/seen.ts';
import { useHistoryStates } from '#app/queries/history/history.ts';
import { useTimed } from '#app/ui/time/clock.ts';

/**
 * Says that history is turned off for a deployment. It is at the foot of the page, because it is no fault and
 * must not shift the layout.
 */
export default function NotObserved() {
  const { deployment } = useParams();
  const { value } = useHistoryStates(useTimed(() => keepsHistory && isAnyRead()));
  const state = value?.data.find((each) => each.deployment === deployment);
  if (state?.observe !== 'off') return null;
  return (
    <aside
      aria-label="Record"
      data-history-notice="off"
      className="sheet pb-16 text-[12px] leading-4 text-text-2"
    >
      <p>Observation of this deployment is turned off, so its history is not recorded.</p>
    </aside>
  );
}
