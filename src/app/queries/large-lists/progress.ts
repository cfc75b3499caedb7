/** Bytes received, and the total; `null` if unknown. */
export type Progress = readonly [bytes: number, total: number | null];

/** By slug, path and region, concatenated. Absent before the first byte. */
export const lastRequests = new Map<string, Progress>();
