import { type FormEvent, useState } from 'react';
import { fieldText, timeOfField } from '#domain/history/named-ranges.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { windowIn } from '#domain/history/windows.ts';

function timeText(time: number | null): string {
  return time === null ? '' : new Date(time).toISOString();
}

/** Fields for the start and the end of a range, in a time zone. */
export function RangeFields({
  range,
  zone,
  onChoose,
}: {
  readonly range: Window;
  readonly zone: string;
  readonly onChoose: (range: Window) => void;
}) {
  const [fault, setFault] = useState('');
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [from, to] = (['from', 'to'] as const).map((name) => {
      const text = fields.get(name);
      // The field has no milliseconds.
      if (text === fieldText(range[name], zone)) return timeText(range[name]);
      return timeText(typeof text === 'string' ? timeOfField(text, zone) : null);
    });
    const chosen = windowIn(from ?? '', to ?? '');
    setFault(chosen ? '' : '“From” must lie before “To”, by at most 401 days.');
    if (chosen) onChoose(chosen);
  };
  return (
    <form aria-label="Range of time" className="flex flex-wrap items-center gap-2" onSubmit={show}>
      <Field key={`from ${range.from} ${zone}`} name="from" label="From" time={range.from} zone={zone} />
      <Field key={`to ${range.to} ${zone}`} name="to" label="To" time={range.to} zone={zone} />
      <span className="caption text-text-2">{zone}</span>
      <button type="submit" className="control max-md:min-h-11">
        Show
      </button>
      <span aria-live="polite" className="text-text-2">
        {fault}
      </span>
    </form>
  );
}

function Field({
  name,
  label,
  time,
  zone,
}: {
  readonly name: string;
  readonly label: string;
  readonly time: number;
  readonly zone: string;
}) {
  return (
    <label className="inline-flex items-center gap-1.5">
      {label}
      <input
        type="datetime-local"
        name={name}
        required
        step={time % 60_000 === 0 ? 60 : 1}
        defaultValue={fieldText(time, zone)}
        className="control max-md:min-h-11"
      />
    </label>
  );
}
