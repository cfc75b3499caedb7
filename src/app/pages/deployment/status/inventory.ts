/** What the status page shows besides the verdict, in one chunk that the verdict does not wait for. */

export { Changes } from './Changes.tsx';
export { Figures } from './Figures.tsx';
export { Zones } from './Zones.tsx';
