/** Test helper: a deployment as the observer gets it. */

import { defaultLimits, defaultVerdictSettings } from '#contract/host.ts';
import type { ObservedDeployment } from '#host/observe/messages.ts';

export function observedDeployment(what: Partial<ObservedDeployment> = {}): ObservedDeployment {
  return {
    slug: 'edge',
    edition: 1,
    name: 'Edge',
    observe: 'all',
    pollMilliseconds: 10_000,
    sliceInterval: 15 * 60_000,
    limits: defaultLimits,
    words: {},
    verdict: defaultVerdictSettings,
    ...what,
  };
}
