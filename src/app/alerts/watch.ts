/** Looks at what is read, also while nobody else does, and tells what got worse to those who asked for it. */

import type { QueryClient } from '@tanstack/react-query';
import { alertAt, heard, noAlerts, type Reading, type Subject } from '../../domain/alerts.ts';
import { severityRank, worst } from '../../domain/severity.ts';
import { now, subscribeToSeconds } from '../clock.ts';
import { type Sight, sightsOf } from '../frame/sights.ts';
import { notify } from './notify.ts';
import { playTone, prepareTone } from './tone.ts';
import { isNotifying, isSounding } from './wishes.ts';

/** What a reading says of a deployment as a whole where its parts do not say it, and of each part. */
function subjectsOf({ deployment, verdict }: Sight): readonly Subject[] {
  const parts = verdict.components.map(({ id, name, state }) => ({
    id: `part ${id}`,
    name: `${name}, ${deployment.name}`,
    severity: state.severity,
    label: state.label,
  }));
  const explained =
    parts.length > 0 &&
    severityRank[worst(parts.map(({ severity }) => severity))] >= severityRank[verdict.severity];
  const whole = { id: 'all', name: deployment.name, label: verdict.headline.text };
  const all: Subject = { ...whole, severity: explained ? 'ok' : verdict.severity };
  // Without contact the parts have not changed: one line says that nothing is seen of them.
  return verdict.freshness === 'lost' ? [all] : [all, ...parts];
}

function readingOf(sight: Sight): readonly Reading[] {
  const { freshness } = sight.verdict;
  if (freshness !== 'fresh' && freshness !== 'lost') return [];
  return [
    {
      slug: sight.deployment.slug,
      at: sight.triedAt,
      whole: freshness === 'fresh',
      subjects: subjectsOf(sight),
    },
  ];
}

export function watchAlerts(client: QueryClient): void {
  let state = noAlerts;
  if (isSounding()) prepareTone();
  subscribeToSeconds(() => {
    if (!isNotifying() && !isSounding()) {
      // What was there before somebody asked is no news.
      state = noAlerts;
      return;
    }
    state = sightsOf(client).flatMap(readingOf).reduce(heard, state);
    const [next, alert] = alertAt(state, now());
    state = next;
    if (!alert) return;
    if (isNotifying()) notify(alert);
    if (isSounding() && alert.worse.length > 0) playTone();
  });
}
