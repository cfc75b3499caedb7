/** Parts of the status page besides the verdict, in one chunk. The verdict does not wait for it. */

export { Remedy } from '#app/components/freshness/Remedy.tsx';
export { Acknowledge, AcknowledgedComponents } from '#app/components/roster/Acknowledge.tsx';
export { Contradictions } from '#app/components/severity/Contradictions.tsx';
export { Changes } from './Changes.tsx';
export { History } from './since/History.tsx';
