/** What the status page shows besides the verdict, in one chunk that the verdict does not wait for. */

export { Contradictions } from '../../../components/Contradictions.tsx';
export { Acknowledge, Acknowledged, AcknowledgeTogether } from '../../../roster/Acknowledge.tsx';
export { Changes } from './Changes.tsx';
export { ClockNotes } from './ClockNotes.tsx';
export { Figures } from './Figures.tsx';
export { SeenSince } from './SeenSince.tsx';
export { Zones } from './Zones.tsx';
