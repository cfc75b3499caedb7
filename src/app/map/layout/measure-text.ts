/** Widths of names, as the browser would draw them. */

import { useStore } from '#app/ui/host.ts';

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;

/** The width of a text in the face of the page at a size, in what the size is given in. */
export function measureText(text: string, kind: 'city' | 'code', size: number): number {
  const font =
    kind === 'city'
      ? `600 ${size}px "Archivo Variable", sans-serif`
      : `450 ${size * 0.88}px "JetBrains Mono Variable", monospace`;
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * 0.6;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size > 5_000) widths.clear();
  widths.set(key, width);
  return width;
}

function subscribeToFonts(listener: () => void): () => void {
  const loaded = () => {
    widths.clear();
    listener();
  };
  document.fonts.addEventListener('loadingdone', loaded);
  return () => document.fonts.removeEventListener('loadingdone', loaded);
}

/** Has widths measured anew once a font has come: until then they are those of another. */
export function useFonts(): void {
  useStore(subscribeToFonts, () => document.fonts.status);
}
