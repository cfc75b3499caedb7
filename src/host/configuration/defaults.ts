/** Defaults that the parts of the host share (docs/operate/configuration.md). */

import type { Retention } from '#contract/history.ts';

/** Endpoints of a deployment that the observer polls (docs/understand/observer.md). */
export type Observe = 'all' | 'status' | 'off';

/** Most list requests per minute to one deployment. */
export const defaultBudget = 240;

/** Seconds between two requests of the observer for one region of buckets or assets. */
export const defaultSliceIntervalSeconds = 15 * 60;

/** Days for which the history stores single values, hourly values and spans (docs/understand/history.md). */
export const defaultRetention: Retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
