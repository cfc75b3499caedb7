/** Parts of the status page besides the verdict, in one chunk. The verdict does not wait for it. */

export { Acknowledge, AcknowledgedComponents } from '#app/components/roster/Acknowledge.tsx';
export { Contradictions } from '#app/components/severity/Contradictions.tsx';
export { Remedy } from '#app/components/vouching/Remedy.tsx';
export { Changes } from './Changes.tsx';
export { History } from './History.tsx';
