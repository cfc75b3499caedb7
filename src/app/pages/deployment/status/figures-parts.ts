/** What the status page shows of the lists, beside what is said of its document: asked for once its verdict is there. */

export { Figures } from './Figures.tsx';
export { LostSince } from './LostSince.tsx';
export { Notes } from './Notes.tsx';
export { SeenSince } from './SeenSince.tsx';
export { Zones } from './Zones.tsx';
