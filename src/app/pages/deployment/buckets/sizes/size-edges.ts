import type { SizeBin } from '#domain/numbers/size-bands.ts';
import { formatBytes } from '#domain/text/format-figures.ts';

/** Edges between bands to label: at each unit, or more often if there are few bands. */
export function edgesOf(
  bins: readonly SizeBin[],
): readonly { readonly position: number; readonly text: string }[] {
  const step = bins.length > 8 ? 6 : 2;
  return [...bins.map(({ position }) => position), (bins.at(-1)?.position ?? 0) + 1]
    .filter((position) => position % step === 0)
    .map((position) => ({ position, text: formatBytes(10 ** (position / 2)).replace('.00', '') }));
}
