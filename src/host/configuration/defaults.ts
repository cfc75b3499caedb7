/** Default retention (docs/understand/history.md). */

import type { Retention } from '#contract/history.ts';

export const defaultRetention: Retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
