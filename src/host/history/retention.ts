/** How long what was seen is kept, where nothing else is configured (design.md, part 10). */

import type { Retention } from '#contract/history.ts';

export const defaultRetention: Retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
