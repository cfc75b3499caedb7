import { formatExact, plural } from '#domain/text/format.ts';
import type { Command } from './entries.ts';

/** Runs it once the arrow keys were the last: until then it is a letter to type. */
export const searchAllKey = 'a';

/** What of a list is loaded, and how many requests all of it takes; where nothing was asked yet, one at least. */
export interface ToCome {
  readonly loaded: number | null;
  readonly lists: number;
}

const longestSaid = 80;

/** What asks for the buckets that are not loaded, and says what that takes. */
export function searchAllBuckets(
  query: string,
  { loaded, lists }: ToCome,
  isRunning: boolean,
  act: () => void,
): Command {
  const have = `${loaded === null ? 'none' : formatExact(loaded)} loaded`;
  const asks = loaded === null ? 'asks 1 list or more' : `asks ${plural(lists, 'more list')}`;
  return {
    kind: 'Buckets',
    name: isRunning
      ? 'Searching all buckets'
      : `Search all buckets for “${query.trim().slice(0, longestSaid)}”`,
    detail: `${have}; ${isRunning ? `${plural(lists, 'list')} to come` : asks}`,
    texts: [],
    icon: 'find',
    ...(isRunning ? {} : { key: searchAllKey }),
    stays: true,
    act,
  };
}
