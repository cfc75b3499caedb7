/** Planned work of the configuration (docs/operate/configuration.md), and when it takes place. */

import type { Window } from '#domain/history/spans/shares.ts';
import { occurrencesIn, parseWindow, type WrittenWindow } from '#domain/windows/window.ts';
import type { PlannedSettings } from '#host/configuration/settings.ts';

/** Planned work of one deployment. The window stays as written, because settings are sent to a thread. */
export interface PlannedWork {
  readonly title: string;
  readonly window: WrittenWindow;
}

export function plannedWorkOf(planned: readonly PlannedSettings[], slug: string): readonly PlannedWork[] {
  return planned.flatMap(({ deployments, title, window }) =>
    deployments && !deployments.includes(slug) ? [] : [{ title, window }],
  );
}

export interface WorkTime extends Window {
  readonly title: string;
}

/** Returns the times of planned work that overlap a range, in order of time. */
export function workIn(planned: readonly PlannedWork[], range: Window): readonly WorkTime[] {
  return planned
    .flatMap(({ title, window }) =>
      occurrencesIn(parseWindow(window), range).map((time) => ({ title, ...time })),
    )
    .toSorted((a, b) => a.from - b.from);
}
