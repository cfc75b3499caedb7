/** Text in place of a chart with fewer than two points. It has the height of the chart. */
export function TrendBegins({ height }: { readonly height: number }) {
  return (
    <div
      className="flex items-center justify-center border-b border-line text-center text-text-2"
      style={{ height }}
    >
      <p>
        <b className="font-[580] text-text">The trend begins now.</b>
        <br />
        At most one point is known so far.
      </p>
    </div>
  );
}
