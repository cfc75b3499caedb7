/** Reads the notes about problems of a deployment and its components that last. */

import { useMemo } from 'react';
import { componentKey } from '#app/components/history/history.ts';
import { useRecord } from '#app/components/history/use-record.ts';
import { useVerdictStart } from '#app/queries/history/since.ts';
import { decodeKnownNotes } from '#contract/decode/known-notes.ts';
import type { KnownNote } from '#contract/history.ts';
import { isGood } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';

export interface Known {
  readonly deployment: KnownNote | null;
  readonly component: (component: ComponentState) => KnownNote | null;
  /** Latest end of the time of any note, in epoch milliseconds; `null` without notes. */
  readonly notesUntil: number | null;
}

const none: Known = { deployment: null, component: () => null, notesUntil: null };

function decoded(sent: unknown): Known {
  try {
    const { deployment, of, notesUntil } = decodeKnownNotes(sent);
    return {
      deployment,
      notesUntil,
      component: ({ id, state }) => {
        const { key, occurrence } = componentKey(id);
        return isGood(state.severity) ? null : of(key, occurrence);
      },
    };
  } catch {
    // A note must not hide the state that it is about.
    return none;
  }
}

/** Returns the notes, without a request of its own: start times are in the same response. */
export function useKnown(slug: string, isShown: boolean): Known {
  const { source } = useRecord(slug);
  const answer = useVerdictStart(slug, isShown && source === 'host', '', () => true);
  const sent = answer?.sent;
  return useMemo(() => (sent === undefined ? none : decoded(sent)), [sent]);
}
