/** The notes of people in the week before the demo, each about an episode of story.ts. */

import type { DemoPlan } from '#service/demo/plans.ts';
import type { NoteRow } from '../notes/note-row.ts';
import type { Ids } from './ids.ts';
import { onDay } from './poll-times.ts';
import { inLastNight } from './story.ts';

/** Milliseconds from the end of an event to the note about it. */
const delay = 15 * 60_000;

const cable = 'Edge Network';
const logIn = 'Authentication';

/**
 * Returns the notes of a deployment.
 * @param end - start of the demo, epoch milliseconds.
 */
export function demoNotes(
  { slug, components }: { readonly slug: string } & Pick<DemoPlan, 'components'>,
  end: number,
  ids: Ids,
): readonly NoteRow[] {
  const about = (name: string) => {
    const isListed = components.includes(name);
    return {
      kind: isListed ? 'component' : null,
      key: isListed ? name : null,
      occurrence: isListed ? 1 : null,
    } as const;
  };
  const open = { withdrawnAt: null, withdrawnBy: null, withdrawnVerified: false, reason: null } as const;
  const notes = [
    {
      from: onDay(end, 2, 9, 37),
      to: onDay(end, 2, 10, 24),
      who: 'Mira Solberg',
      text: 'A digger cut the cable to Milan. Traffic went to zrh1 and vie1. The carrier wants to lay a second path in the week after next.',
      link: 'https://tickets.example.com/NET-2107',
      ...about(cable),
    },
    {
      from: inLastNight(end, 1, 18),
      to: inLastNight(end, 2, 10),
      who: 'Noor Haddad',
      text: 'On call. The certificate of the token service had expired. Renewed by hand at 02:00. To do by day: its renewal is not monitored.',
      link: 'https://tickets.example.com/AUTH-318',
      ...about(logIn),
    },
  ] as const;
  return notes.map((note) => ({
    table: 'note',
    id: ids.next('note'),
    deployment: slug,
    at: note.to + delay,
    verified: false,
    requestKey: null,
    ...note,
    ...open,
  }));
}
