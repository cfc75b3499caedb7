import { formatClock } from '#domain/text/format.ts';

/** One reading is no trend yet; the room for it is kept. */
export function TrendBegins({
  at,
  height,
}: {
  /** When the first reading was; `null` before it. */
  readonly at: number | null;
  readonly height: number;
}) {
  return (
    <div
      className="mt-3 flex items-center justify-center border-b border-line px-4 text-center text-text-2"
      style={{ height }}
    >
      <p>
        <b className="font-[580] text-text">The trend begins now.</b>
        <br />
        {at === null ? 'There is no reading yet' : `The first reading was at ${formatClock(at)} UTC`}; the next
        one shows what changed since.
      </p>
    </div>
  );
}
