import type { Missing } from '#domain/lists/planner/plan.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import type { Command } from './entries.ts';

/** Runs it once the arrow keys were the last: until then it is a letter to type. */
export const searchAllKey = 'a';

/** Buckets that are loaded, and the lists that all of them take; where nothing was asked yet, one at least. */
export interface BucketsToCome extends Missing {
  readonly loaded: number | null;
}

const longestSaid = 80;

function progress({ toCome, failed }: Missing): string {
  return [
    ...(toCome > 0 ? [`searching, ${plural(toCome, 'list')} to come`] : []),
    ...(failed > 0 ? [`${plural(failed, 'list')} could not be read`] : []),
  ].join('; ');
}

/** What asks for the buckets that are not loaded, and says what that takes. */
export function searchAllBuckets(
  query: string,
  buckets: BucketsToCome,
  isRunning: boolean,
  act: () => void,
): Command {
  const { loaded, toCome, failed } = buckets;
  const have = `${loaded === null ? 'none' : formatExact(loaded)} loaded`;
  const asks = loaded === null ? 'asks 1 list or more' : `asks ${plural(toCome + failed, 'more list')}`;
  return {
    kind: 'Buckets',
    name: `Search all buckets for “${query.trim().slice(0, longestSaid)}”`,
    detail: `${have}; ${isRunning ? progress(buckets) : asks}`,
    texts: [],
    icon: 'find',
    ...(isRunning ? {} : { key: searchAllKey }),
    stays: true,
    act,
  };
}
