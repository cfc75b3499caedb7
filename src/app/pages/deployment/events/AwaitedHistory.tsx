/** Text in place of a chart whose series are not read yet, with the chart's height. */
export function AwaitedHistory({
  failed,
  height,
}: {
  /** Why they cannot be read at present, as a sentence. */
  readonly failed: string | null;
  readonly height: number;
}) {
  return (
    <p className="caption py-4 text-text-2" style={{ height }}>
      {failed === null ? 'Loading the history.' : `${failed} It is requested again.`}
    </p>
  );
}
