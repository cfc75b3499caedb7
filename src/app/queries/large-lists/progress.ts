/** Bytes of a response received so far, and its total bytes; `null` if the total is unknown. */
export type Progress = readonly [bytes: number, total: number | null];

/**
 * Progress of the last request for each list. The key is slug, path and region, concatenated; there is no
 * entry before the first byte.
 */
export const lastRequests = new Map<string, Progress>();
