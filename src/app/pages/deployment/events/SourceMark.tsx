import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { sourceColour } from './volumes/volumes.ts';

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

export function SourceName({ source }: { readonly source: string | null }) {
  return source === null ? (
    <span className="text-text-2">source not provided</span>
  ) : (
    <FieldText record={{}} field="source" value={source} />
  );
}
