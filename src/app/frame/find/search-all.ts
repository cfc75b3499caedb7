import type { Missing } from '#domain/lists/planner/plan.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import type { Command } from './entries.ts';

/** Runs it once the arrow keys were the last: until then it is a letter to type. */
export const searchAllKey = 'a';

/** Buckets that are loaded, and the lists that all of them take; where nothing was asked yet, one at least. */
export interface BucketsToCome extends Missing {
  readonly loaded: number | null;
  /** Name of the deployment, where it stands among others. */
  readonly owner: string | null;
}

const longestSaid = 80;
/** Of the deployments that are named, so that the row stays one. */
const mostNamed = 3;

function progress({ toCome, failed }: Missing): string {
  return [
    ...(toCome > 0 ? [`searching, ${plural(toCome, 'list')} to come`] : []),
    ...(failed > 0 ? [`${plural(failed, 'list')} could not be read`] : []),
  ].join('; ');
}

/** " of Harbour, Delta, Fjord and 6 others"; empty where there is only one to mean. */
function whose(buckets: readonly BucketsToCome[]): string {
  const owners = buckets.flatMap(({ owner }) => owner ?? []);
  if (owners.length === 0) return '';
  // One other takes no more room than "1 other".
  const named = owners.length > mostNamed + 1 ? owners.slice(0, mostNamed) : owners;
  const others = owners.length - named.length;
  return ` of ${joinWords([...named, ...(others === 0 ? [] : [plural(others, 'other')])])}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * What asks for the buckets that are not loaded, and says what that takes.
 *
 * @param buckets - of each deployment that has more of them; one at least.
 */
export function searchAllBuckets(
  query: string,
  buckets: readonly BucketsToCome[],
  isRunning: boolean,
  act: () => void,
): Command {
  const known = buckets.flatMap(({ loaded }) => loaded ?? []);
  const toCome = sum(buckets.map((each) => each.toCome));
  const failed = sum(buckets.map((each) => each.failed));
  const have = `${known.length === 0 ? 'none' : formatExact(sum(known))} loaded`;
  // How many lists hold them all is only known once one of them was read.
  const bound = known.length < buckets.length ? 'at least ' : '';
  const asks = `asks ${bound}${plural(toCome + failed, known.length === 0 ? 'list' : 'more list')}`;
  return {
    kind: 'Buckets',
    name: `Search all buckets${whose(buckets)} for “${query.trim().slice(0, longestSaid)}”`,
    detail: `${have}; ${isRunning ? progress({ toCome, failed }) : asks}`,
    texts: [],
    icon: 'find',
    ...(isRunning ? {} : { key: searchAllKey }),
    stays: true,
    act,
  };
}
