import type { SizeBin } from '#domain/numbers/size-bands.ts';
import { formatBytes } from '#domain/text/format-figures.ts';

/**
 * Returns the edges between bars that get a label: at each unit (kB, MB, …), or at each power of ten for up
 * to eight bars.
 */
export function edgesOf(
  bins: readonly SizeBin[],
): readonly { readonly position: number; readonly text: string }[] {
  const step = bins.length > 8 ? 6 : 2;
  return [...bins.map(({ position }) => position), (bins.at(-1)?.position ?? 0) + 1]
    .filter((position) => position % step === 0)
    .map((position) => ({ position, text: formatBytes(10 ** (position / 2)).replace('.00', '') }));
}
