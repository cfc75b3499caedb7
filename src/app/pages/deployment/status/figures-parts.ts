/** Bundles the parts of the status page that show lists into one chunk, which is loaded after the verdict. */

export { Figures } from './Figures.tsx';
export { Notes } from './Notes.tsx';
export { LostSince } from './since/LostSince.tsx';
export { SeenSince } from './since/SeenSince.tsx';
export { Zones } from './Zones.tsx';
