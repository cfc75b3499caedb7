import { useState } from 'react';
import { componentKey } from '#app/components/history/history.ts';
import { writesNotes } from '#app/delivered/config.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { isGood } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { Known } from './Known.tsx';
import type { NoteFormProps } from './NoteForm.tsx';
import { TicketLink } from './TicketLink.tsx';
import { useKnown } from './use-known.ts';

const NoteForm = lazyPart<NoteFormProps>(() => import('./NoteForm.tsx'));

/**
 * Shows the note about the problem of a component. Without one, shows a button that acknowledges the problem by a note.
 */
export function ComponentNote({
  slug,
  component,
}: {
  readonly slug: string;
  readonly component: ComponentState;
}) {
  const [isWriting, setWriting] = useState(false);
  const isPast = useMoment() !== null;
  const isShown = !isGood(component.state.severity);
  const note = useKnown(slug, isShown).component(component);
  if (!isShown) return null;
  if (note)
    return (
      <span className="flex gap-x-3 text-[12.5px] leading-4 text-text-2">
        <span className="min-w-0 truncate">
          <Known note={note} />
        </span>
        {note.link !== null && <TicketLink href={note.link} isShort />}
      </span>
    );
  if (!writesNotes || isPast) return null;
  return (
    <>
      <button
        type="button"
        className="no-print -my-1 min-h-6 text-[12.5px] leading-4 text-text-2 underline underline-offset-3 hover:text-text"
        onClick={() => setWriting(true)}
      >
        Acknowledge
        <span className="sr-only">
          {' '}
          the problem of <Verbatim>{component.name}</Verbatim> by a note
        </span>
      </button>
      {isWriting && (
        <NoteForm
          slug={slug}
          subject={{ kind: 'component', ...componentKey(component.id) }}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}
