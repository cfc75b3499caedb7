import { searchText } from '#app/url/paths.ts';
import { againstParameter, type ComparedMoment, momentText, setCompared } from '#domain/history/past/as-of.ts';
import { momentParameter } from '#domain/history/past/slug-in-time.ts';

/** Returns the search string of the same page at another moment; for `null`, of the present. It leaves a comparison. */
export function searchAt(search: string, moment: number | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(againstParameter);
  if (moment === null) parameters.delete(momentParameter);
  else parameters.set(momentParameter, momentText(moment));
  return searchText(parameters);
}

/** Returns the search string of the same page with the differences from one moment to another. */
export function searchCompared(search: string, from: ComparedMoment, to: ComparedMoment): string {
  const parameters = new URLSearchParams(search);
  setCompared(parameters, from, to);
  return searchText(parameters);
}
