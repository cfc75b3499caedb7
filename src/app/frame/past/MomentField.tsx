import { type FormEvent, useState } from 'react';
import { hostNow } from '#app/ui/time/clock.ts';
import { isFuture } from '#domain/history/past/as-of.ts';
import { fieldText, momentOfField, zoneName } from '#domain/history/past/moment-field.ts';

/** A past moment as a field, in the time zone of the browser. */
export function MomentField({
  moment,
  action,
  onChoose,
}: {
  /** Epoch milliseconds. */
  readonly moment: number;
  /** Label of the button. */
  readonly action: string;
  readonly onChoose: (moment: number) => void;
}) {
  const [typed, setTyped] = useState({ moment, text: fieldText(moment) });
  // After a step the field shows the new moment.
  if (typed.moment !== moment) setTyped({ moment, text: fieldText(moment) });
  const { text } = typed;
  // The field has no milliseconds, which matter next to a change.
  const chosen = text === fieldText(moment) ? moment : momentOfField(text);
  const isAhead = chosen !== null && isFuture(chosen, hostNow());
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null && !isAhead) onChoose(chosen);
  };
  return (
    <form onSubmit={choose} className="no-print flex flex-wrap items-end gap-x-2 max-md:w-full">
      <label className="flex items-center gap-x-2 text-text-2 max-md:flex-1 max-md:flex-wrap">
        Your time, {zoneName()}
        <input
          type="datetime-local"
          step="1"
          required
          value={text}
          className="control max-md:min-h-11 max-md:w-full"
          onChange={(event) => setTyped({ moment, text: event.target.value })}
        />
      </label>
      <button type="submit" className="control max-md:min-h-11" disabled={isAhead}>
        {action}
      </button>
      {isAhead && <span role="alert">This time is in the future.</span>}
    </form>
  );
}
