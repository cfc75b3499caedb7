import { isInHost, useStore } from '#app/ui/host.ts';

type MeasureText = (text: string, kind: 'city' | 'code', size: number) => number;

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;

/** Measures the width of a text in the page's font, in the unit of `size`. */
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

const arrivals = new EventTarget();
let inFonts: MeasureText = measureText;

if (!isInHost)
  document.fonts.addEventListener('loadingdone', () => {
    widths.clear();
    inFonts = (...parameters) => measureText(...parameters);
    arrivals.dispatchEvent(new Event('fonts'));
  });

function subscribe(listener: () => void): () => void {
  arrivals.addEventListener('fonts', listener);
  return () => arrivals.removeEventListener('fonts', listener);
}

/** Returns {@link measureText}, a new function after each loaded font, so that layouts are computed again. */
export function useMeasureText(): MeasureText {
  return useStore(subscribe, () => inFonts);
}
