import { sourceColour } from './source-colours.ts';

export function SourceMark({
  source,
  order,
}: {
  readonly source: string | null;
  readonly order: readonly string[];
}) {
  return (
    <span
      aria-hidden="true"
      className="drains-fill inline-block size-2 shrink-0"
      style={{ background: sourceColour(order, source) }}
    />
  );
}
