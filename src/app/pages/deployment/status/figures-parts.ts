/** Parts of the status page that show lists, requested after the verdict. */

export { Figures } from './Figures.tsx';
export { LostSince } from './LostSince.tsx';
export { Notes } from './Notes.tsx';
export { SeenSince } from './SeenSince.tsx';
export { Zones } from './Zones.tsx';
