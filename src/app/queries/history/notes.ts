/** Reads the notes about a range. */

import { useQuery } from '@tanstack/react-query';
import { decodeNotes } from '#contract/decode/notes.ts';
import type { Windowed } from '#contract/history.ts';
import type { Note } from '#contract/notes.ts';
import {
  addressOf,
  type HistoryRead,
  historyQuery,
  nameOf,
  nothing,
  type Spanned,
  searchOf,
} from './history.ts';

/** Reads the notes about a range, newest first, at most 200. */
export function useNotes(slug: string, of: Spanned, isWanted: boolean): HistoryRead<Windowed<Note>> {
  const address = addressOf(slug, of, (window) => `/notes${searchOf(window)}`);
  const { data } = useQuery({
    ...historyQuery(slug, `notes ${nameOf(of)}`, address, decodeNotes),
    enabled: isWanted,
  });
  return data ?? nothing;
}
