import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { session, writesNotes } from '#app/delivered/config.ts';
import { type PostFailure, withdrawNote } from '#app/queries/history/post-note.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import type { Note } from '#contract/notes.ts';
import { formatClock, formatDate, formatDateTime } from '#domain/text/format.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { NoteText } from './NoteText.tsx';
import { noteField } from './note-field.ts';
import { TicketLink } from './TicketLink.tsx';
import { storeTypedName, typedName } from './typed-name.ts';

/** Sign of a person's words: a sheet with lines. It is no severity mark. */
function NoteSign() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="12"
      height="12"
      aria-hidden="true"
      className="shrink-0 translate-y-0.5 text-text-2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <path d="M2.5 2.5h11v8l-3 3h-8zM5 6h6M5 9h4" />
    </svg>
  );
}

function Person({ who, verified }: Pick<Note, 'who' | 'verified'>) {
  return (
    <>
      <Verbatim>{who}</Verbatim>
      {!verified && <span className="text-text-3"> (name as typed)</span>}
    </>
  );
}

function timeIn(time: string, beside: string): string {
  const [at, other] = [Date.parse(time), Date.parse(beside)];
  return formatDate(at) === formatDate(other) ? formatClock(at) : formatDateTime(at);
}

/** One note among the changes: the words of a person, and not the record. */
export function NoteEntry({
  slug,
  note,
  columns,
}: {
  readonly slug: string;
  readonly note: Note;
  readonly columns: string;
}) {
  const { at, from, to, who, verified, text, link, kind, key, withdrawn } = note;
  const isPast = useMoment() !== null;
  const Words = withdrawn ? 's' : 'div';
  return (
    <li className="border-b border-line" aria-label={`Note by ${who}`}>
      <div className={`${columns} py-[5px]`}>
        <time dateTime={from} className="font-[520]">
          {formatClock(Date.parse(from))}
        </time>
        <NoteSign />
        <div className="min-w-0 border-l-0 md:col-span-4">
          <p className="text-text-2">
            Note by <Person who={who} verified={verified} />
            {kind !== null && key !== null && (
              <>
                {' '}
                about {kind} <Verbatim>{key}</Verbatim>
              </>
            )}
            {from !== to && `, until ${timeIn(to, from)}`}
            {at !== from && `, written ${timeIn(at, from)}`}
          </p>
          <Words className={`block max-w-[70ch] ${withdrawn ? 'text-text-2' : ''}`}>
            <NoteText>{text}</NoteText>
          </Words>
          {link !== null && (
            <p>
              <TicketLink href={link} />
            </p>
          )}
          {withdrawn && (
            <p className="text-text-2">
              Withdrawn by <Person who={withdrawn.who} verified={withdrawn.verified} />{' '}
              {timeIn(withdrawn.at, from)}: <NoteText>{withdrawn.reason}</NoteText>
            </p>
          )}
          {!withdrawn && writesNotes && !isPast && <Withdraw slug={slug} note={note} />}
        </div>
      </div>
    </li>
  );
}

function Withdraw({ slug, note: { id, who: author } }: { readonly slug: string; readonly note: Note }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [who, setWho] = useState(typedName);
  const [failure, setFailure] = useState<PostFailure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const client = useQueryClient();
  const ids = [useId(), useId()] as const;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) first.current?.focus();
  }, [isOpen]);
  const isNamed = (session === 'proxy' || session === 'oidc') && failure?.member !== 'who';
  if (!isOpen)
    return (
      <button
        type="button"
        className="no-print min-h-6 text-text-2 underline underline-offset-3 hover:text-text max-md:min-h-11"
        onClick={() => setOpen(true)}
      >
        Withdraw
        <span className="sr-only">
          {' '}
          the note by <Verbatim>{author}</Verbatim>
        </span>
      </button>
    );
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    const refusal = await withdrawNote(client, slug, id, { reason, ...(!isNamed && { who }) });
    setSaving(false);
    setFailure(refusal);
    if (!refusal && !isNamed) storeTypedName(who);
  };
  const fields = [
    { label: 'Reason', value: reason, set: setReason },
    ...(isNamed ? [] : [{ label: 'Your name', value: who, set: setWho }]),
  ];
  return (
    <form
      className="no-print flex flex-wrap items-center gap-x-3 gap-y-2 py-1.5"
      onSubmit={(event) => void send(event)}
    >
      {fields.map(({ label, value, set }, index) => (
        <label key={label} htmlFor={ids[index]} className="flex items-center gap-2">
          {label}
          <input
            id={ids[index]}
            required
            ref={index === 0 ? first : null}
            className={`${noteField} w-56`}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        </label>
      ))}
      <button
        type="submit"
        className="control max-md:min-h-11"
        disabled={isSaving || fields.some(({ value }) => value.trim() === '')}
      >
        {isSaving ? 'Saving' : 'Withdraw note'}
      </button>
      <button type="button" className="control max-md:min-h-11" onClick={() => setOpen(false)}>
        Cancel
      </button>
      <p aria-live="polite" className="font-[560]">
        {failure?.why}
      </p>
    </form>
  );
}
