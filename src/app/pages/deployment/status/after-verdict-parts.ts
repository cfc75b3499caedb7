/**
 * Bundles the parts of the status page besides the verdict into one chunk. The verdict does not wait for this
 * chunk.
 */

export { Remedy } from '#app/components/freshness/Remedy.tsx';
export { Acknowledge, AcknowledgedComponents } from '#app/components/roster/Acknowledge.tsx';
export { Contradictions } from '#app/components/severity/Contradictions.tsx';
export { Changes } from './Changes.tsx';
export { History } from './since/History.tsx';
