import { flawOf } from '../../contract/decode-record.ts';
import { type Form, hasForm } from '../../contract/forms.ts';
import { Verbatim } from './Verbatim.tsx';

/** Why a field shows no value: never sent, of a wrong type, or a number that counts nothing (shown as sent). */
export function Flawed({ record, field }: { readonly record: object; readonly field: string }) {
  const flaw = flawOf(record, field);
  if (flaw?.kind === 'unusual') return <Verbatim>{flaw.sent}</Verbatim>;
  if (flaw?.kind === 'invalid')
    return (
      <span className="text-text-3" title={flaw.sent}>
        invalid
      </span>
    );
  return <span className="text-text-3">not provided</span>;
}

/** A text field as sent; text of another form than the documented one is marked as verbatim. */
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
  if (/^[\s\p{Cc}\p{Cf}]*$/u.test(value)) return <span className="text-text-3">(blank)</span>;
  if (form && hasForm(form, value)) return <span className={mono ? 'mono' : undefined}>{value}</span>;
  return <Verbatim className={mono ? 'mono' : ''}>{value}</Verbatim>;
}
