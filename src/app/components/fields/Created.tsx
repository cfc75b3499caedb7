import { useHostTimed } from '#app/ui/time/clock.ts';
import { parseTimestamp } from '#contract/forms.ts';
import { formatDateTime, formatDuration } from '#domain/text/format.ts';
import { FieldText } from './FieldValue.tsx';

/** `created_at` of a row and its age. A time in the future is labelled as such. */
export function Created({ record }: { readonly record: { readonly created_at: string | null } }) {
  const sent = record.created_at;
  const time = sent === null ? null : parseTimestamp(sent);
  const age = useHostTimed((now) => (time === null || time > now ? null : formatDuration(now - time)));
  if (time === null)
    return <FieldText record={record} field="created_at" value={sent} form={{ kind: 'timestamp' }} />;
  return (
    <>
      <time dateTime={sent ?? ''}>{formatDateTime(time)} UTC</time>
      {age === null ? ', a date in the future' : `, ${age} ago`}
    </>
  );
}
