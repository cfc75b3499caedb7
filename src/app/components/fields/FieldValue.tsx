import { useMoment } from '#app/ui/time/moment.ts';
import { flawOf } from '#contract/decode/row.ts';
import { type Form, hasForm } from '#contract/forms.ts';
import { blank, isBlank } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { PathText } from './PathText.tsx';
import { Verbatim } from './Verbatim.tsx';

/**
 * Shows, as JSON, what was sent for a field without a valid value; "not provided" if nothing was sent. The history has
 * neither.
 */
export function Flawed({ record, field }: { readonly record: object; readonly field: string }) {
  const isPast = useMoment() !== null;
  const sent = flawOf(record, field)?.sent;
  return sent && !isPast ? (
    <Verbatim className="mono">{sent}</Verbatim>
  ) : (
    <span className="text-text-3">{isPast ? 'not recorded' : 'not provided'}</span>
  );
}

/** A text field as sent. Text in a form that the API document does not allow is marked as verbatim. */
export function FieldText({
  record,
  field,
  value,
  form,
  mono = false,
}: {
  readonly record: object;
  readonly field: string;
  readonly value: string | null;
  readonly form?: Form;
  readonly mono?: boolean;
}) {
  if (value === null) return <Flawed record={record} field={field} />;
  if (isBlank(value)) return <span className="text-text-3">{blank}</span>;
  // The limit is for paths: a path has the documented form at any length.
  if (form && value.length <= 200 && hasForm(form, value) && settled(value) === value)
    return form.kind === 'path' ? (
      <PathText path={value} />
    ) : (
      <span translate="no" className={mono ? 'mono' : undefined}>
        {value}
      </span>
    );
  return <Verbatim className={mono ? 'mono' : ''}>{value}</Verbatim>;
}
