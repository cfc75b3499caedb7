import { partOf } from '../ui/loading/part.ts';

export const regionMap = partOf(async () => ({ default: (await import('./RegionMap.tsx')).RegionMap }));
export const statusMap = partOf(() => import('./StatusMap.tsx'));
