import { type DeploymentRecord, useRecord } from '#app/components/history/use-record.ts';
import type { Deployment } from '#contract/host.ts';
import { BeingRead, RecordedLog } from './RecordedLog.tsx';
import { SessionLog } from './SessionLog.tsx';

export default function ByRecord({ deployment }: { readonly deployment: Deployment }) {
  const record = useRecord(deployment.slug, true);
  if (record.isThere && record.state) return <RecordedLog deployment={deployment} state={record.state} />;
  const why = noRecord(record);
  if (why !== null) return <SessionLog deployment={deployment} why={why} />;
  return <BeingRead deployment={deployment} />;
}

/** Why there is no history record; `null` while that is unknown. */
function noRecord({ state, failure, isAnswered }: DeploymentRecord): string | null {
  if (failure?.kind === 'no-host') return 'No host records a history here.';
  if (state === null && isAnswered) return 'The host records no history of this deployment.';
  if (state === null) return failure ? `The history cannot be read: ${failure.why}.` : null;
  if (state.reason === 'locked') return 'Another host records the history.';
  if (state.observe === 'off' || state.reason === 'off')
    return 'The host records no history of this deployment.';
  return 'The history of this deployment has not begun.';
}
