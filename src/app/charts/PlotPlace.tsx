/** Heights in pixels of the readout above a plot (Plot.tsx) and of the caption below it (Figure.tsx). */
const readoutLine = 20;
const captionLine = 24;

export function PlotPlace({ height }: { readonly height: number }) {
  return <div data-plot-place style={{ height: height + readoutLine }} />;
}

/** Placeholder for a figure whose data is loading. It avoids a layout shift. */
export function FigurePlace({ height }: { readonly height: number }) {
  return <div style={{ height: height + readoutLine + captionLine }} />;
}
