/** Default settings that several parts of the host share (docs/operate/configuration.md). */

import type { Retention } from '#contract/history.ts';

export const defaultPort = 4600;
export const defaultHost = '127.0.0.1';

export const dataFolder = './edgewatch-data';

/**
 * Which endpoints of a deployment the observer polls: all, the status document only, or none
 * (docs/understand/observer.md).
 */
export type Observe = 'all' | 'status' | 'off';

/** Default maximum of list requests per minute to one deployment. */
export const defaultBudget = 240;

/** Default seconds in which the observer requests each region of a truncated bucket or asset list once. */
export const defaultSliceIntervalSeconds = 15 * 60;

/**
 * Default days for which the history stores single values, hourly values and spans
 * (docs/understand/history.md).
 */
export const defaultRetention: Retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
