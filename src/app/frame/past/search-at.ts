import { searchText } from '#app/url/paths.ts';
import { momentText } from '#domain/history/past/as-of.ts';
import { momentParameter } from '#domain/history/past/slug-in-time.ts';

/** Returns the search string of the same page at another moment; for `null`, of the present. */
export function searchAt(search: string, moment: number | null): string {
  const parameters = new URLSearchParams(search);
  if (moment === null) parameters.delete(momentParameter);
  else parameters.set(momentParameter, momentText(moment));
  return searchText(parameters);
}
