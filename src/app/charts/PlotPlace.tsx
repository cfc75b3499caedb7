/** The line above a plot that says what is pointed at (Plot.tsx), and the caption below it (Figure.tsx), pixels. */
const readoutLine = 20;
const captionLine = 24;

/** The place of a plot whose code is not here yet. */
export function PlotPlace({ height }: { readonly height: number }) {
  return <div data-plot-place style={{ height: height + readoutLine }} />;
}

/** The place of a figure with a plot whose numbers are not here yet: what stands below it must not jump. */
export function FigurePlace({ height }: { readonly height: number }) {
  return <div style={{ height: height + readoutLine + captionLine }} />;
}
