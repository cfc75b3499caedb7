/** How far the last requests are. */

/** Bytes received so far, and how many there will be; `null` where that is not known. */
export type Progress = readonly [bytes: number, total: number | null];

/** By slug, path and region, one after the other; absent before the first byte. */
export const lastRequests = new Map<string, Progress>();
