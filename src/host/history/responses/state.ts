/** `GET /history` and `/history/:slug`: the state of recording of each deployment. */

import type { HistoryState } from '#contract/history.ts';
import { type RecordedDeployment, type ResponseContext, stamp, stampOrNull } from './context.ts';
import { offeredPaths } from './windowed.ts';

export function stateOf(context: ResponseContext, deployment: RecordedDeployment): HistoryState {
  const { recorder, known } = context;
  const { slug, observe, demo, pollSeconds } = deployment;
  const { notice, retention } = recorder;
  const isOff = observe === 'off';
  return {
    deployment: slug,
    observe,
    recording: recorder.recording && !isOff,
    reason: isOff ? 'off' : recorder.reason,
    demo,
    since: stampOrNull(known.since(slug)),
    knownUntil: stampOrNull(known.knownUntil(slug)),
    poll: pollSeconds,
    retention,
    notice: notice && { ...notice, since: stamp(notice.since) },
    endpoints: offeredPaths(context, deployment),
  };
}
