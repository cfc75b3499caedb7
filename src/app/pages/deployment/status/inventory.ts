/** What the status page shows besides the verdict, in one chunk that the verdict does not wait for. */

export { Contradictions } from '../../../components/Contradictions.tsx';
export { Remedy } from '../../../components/Remedy.tsx';
export { Acknowledge, AcknowledgedComponents } from '../../../roster/Acknowledge.tsx';
export { Changes } from './Changes.tsx';
export { Figures } from './Figures.tsx';
export { LostSince } from './LostSince.tsx';
export { Notes } from './Notes.tsx';
export { SeenSince } from './SeenSince.tsx';
export { SessionHistory } from './SessionHistory.tsx';
export { Zones } from './Zones.tsx';
