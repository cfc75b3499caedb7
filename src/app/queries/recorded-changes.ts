/** What changed in a window by the record, as much of it as one page of an answer holds. */

import { useQuery } from '@tanstack/react-query';
import { decodeChanges } from '#contract/decode/history.ts';
import type { ChangeEntry, Windowed } from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';
import { type HistoryRead, historyQuery, nothing, searchOf } from './history.ts';

export function useRecordedChanges(
  slug: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  const address = `/changes${searchOf(window, '&limit=200')}`;
  const name = `changes ${window.to - window.from}`;
  const { data } = useQuery({ ...historyQuery(slug, name, address, decodeChanges), enabled: isWanted });
  return data ?? nothing;
}
