import { rowText } from '#domain/text/row-text.ts';
import { revealed } from '#domain/text/visible-text.ts';

export function RawRow({ record }: { readonly record: object }) {
  return (
    <pre
      data-verbatim=""
      translate="no"
      className="mono m-0 py-2 leading-5 wrap-anywhere whitespace-pre-wrap text-text-2"
      dir="ltr"
    >
      {revealed(rowText(record))}
    </pre>
  );
}
