import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { session } from '#app/delivered/config.ts';
import { type PostFailure, postNote } from '#app/queries/history/post-note.ts';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';
import { mostOfName, mostOfText, type NoteSubject } from '#contract/notes.ts';
import { formatExact } from '#domain/text/format.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { type Draft, draftOf, dropDraft, fieldsOf, lengthOf, storeDraft } from './draft.ts';
import { noteField } from './note-field.ts';
import { storeTypedName } from './typed-name.ts';

export interface NoteFormProps {
  readonly slug: string;
  /** Subject of the note; absent for a note about a time. */
  readonly subject?: NoteSubject;
  readonly onClose: () => void;
}

/** Dialog in which a person writes a note. What was typed stays until the note is saved. */
export default function NoteForm({ slug, subject, onClose }: NoteFormProps) {
  const about = JSON.stringify([slug, subject?.kind, subject?.key, subject?.occurrence]);
  const [{ draft, requestKey }, setStored] = useState(() => draftOf(about));
  const [failure, setFailure] = useState<PostFailure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  // The dialog itself gives the focus to its first button.
  useEffect(() => dialog.current?.querySelector('textarea')?.focus(), []);
  // A session of an older version may have no name. The host then asks for one.
  const isNamed = (session === 'proxy' || session === 'oidc') && failure?.member !== 'who';
  const set = (change: Partial<Draft>) => setStored(storeDraft(about, { ...draft, ...change }));
  const left = mostOfText - lengthOf(draft.text);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    const refusal = await postNote(client, slug, { ...fieldsOf(draft, isNamed), ...subject }, requestKey);
    setSaving(false);
    setFailure(refusal);
    if (refusal) return;
    if (!isNamed) storeTypedName(draft.who);
    dropDraft(about);
    dialog.current?.close();
  };
  const isReady = lengthOf(draft.text) > 0 && left >= 0 && (isNamed || draft.who.trim() !== '');
  return (
    <Modal
      label={subject ? `Acknowledge ${subject.key}` : 'Write a note'}
      className="w-[min(36rem,calc(100vw-2rem))]"
      dialog={dialog}
      onClose={onClose}
    >
      <div className="flex items-center justify-between gap-x-4 border-b border-line-strong py-2 pr-4 pl-5">
        <h2 className="min-w-0 truncate text-[17px] leading-6 font-[620]">
          {subject ? (
            <>
              Acknowledge <Verbatim>{subject.key}</Verbatim>
            </>
          ) : (
            'Write a note'
          )}
        </h2>
        <CloseModal />
      </div>
      <form className="grid gap-y-3.5 px-5 pt-3 pb-5 text-[13px]" onSubmit={(event) => void save(event)}>
        <p className="text-text-2">
          {subject
            ? 'The note is shown with the problem as long as the problem lasts. '
            : 'The note is shown among the changes. '}
          It changes no recorded data. You can withdraw it, but not erase it.
        </p>
        <Field label="Note" failure={failure} member="text">
          {(field) => (
            <textarea
              {...field}
              required
              rows={4}
              className={`${noteField} w-full`}
              value={draft.text}
              onChange={({ target }) => set({ text: target.value })}
            />
          )}
        </Field>
        <p className={`-mt-2.5 text-right text-[12px] leading-4 ${left < 0 ? 'font-[560]' : 'text-text-2'}`}>
          {left < 0
            ? `${formatExact(-left)} characters too many`
            : `${formatExact(left)} of ${formatExact(mostOfText)} characters left`}
        </p>
        {!isNamed && (
          <Field label="Your name" failure={failure} member="who">
            {(field) => (
              <input
                {...field}
                required
                autoComplete="name"
                maxLength={2 * mostOfName}
                className={`${noteField} w-full`}
                value={draft.who}
                onChange={({ target }) => set({ who: target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Ticket link (optional)" failure={failure} member="link">
          {(field) => (
            <input
              {...field}
              type="url"
              placeholder="https://"
              className={`${noteField} w-full`}
              value={draft.link}
              onChange={({ target }) => set({ link: target.value })}
            />
          )}
        </Field>
        {!subject && (
          <div className="grid grid-cols-2 gap-x-4 max-md:grid-cols-1 max-md:gap-y-3.5">
            {(['from', 'to'] as const).map((name) => (
              <Field key={name} label={timeLabels[name]} failure={failure} member={name}>
                {(field) => (
                  <input
                    {...field}
                    type="datetime-local"
                    step={1}
                    className={`${noteField} w-full`}
                    value={draft[name]}
                    onChange={({ target }) => set({ [name]: target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button type="submit" className="control max-md:min-h-11" disabled={!isReady || isSaving}>
            {isSaving ? 'Saving' : 'Save note'}
          </button>
          <p aria-live="polite" className="min-w-0 flex-1 font-[560]">
            {failure?.why}
          </p>
        </div>
      </form>
    </Modal>
  );
}

const timeLabels = { from: 'From (UTC; empty: now)', to: 'To (UTC, optional)' } as const;

/** Attributes of the control of a field. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
}

/** Field with its label. If the host refuses its content, the field takes the focus. */
function Field({
  label,
  failure,
  member,
  children,
}: {
  readonly label: string;
  readonly failure: PostFailure | null;
  readonly member: string;
  readonly children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const isRefused = failure?.member === member;
  useEffect(() => {
    if (isRefused) document.getElementById(id)?.focus();
  }, [id, isRefused, failure]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-[560]">
        {label}
      </label>
      {children({ id, 'aria-invalid': isRefused })}
    </div>
  );
}
