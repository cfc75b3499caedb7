/** Text in place of a chart that has fewer than two points, with the chart's height. */
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
