/** What a verdict needs of a list of regions or nodes, asked of the listing. */

import type { Listing } from '../lists/listing.ts';
import type { Tally } from './tally.ts';

/** Groups that a tally holds at most: what works on it is done at every status reading. */
const mostGroups = 4_000;

/** By code and word where that is few; else by word; of words without end those beyond count as unknown. */
export async function tallyOfListing(listing: Listing<unknown>, isOfRegions: boolean): Promise<Tally> {
  const { claim } = listing;
  const fields = isOfRegions ? ['code', 'name', 'status'] : ['pop', 'status'];
  const groups = await listing.group({}, fields);
  if (groups.length <= mostGroups)
    return {
      claim,
      groups: groups.map(({ key, count }) => {
        const [code = null, second = null, third = null] = key;
        return isOfRegions
          ? { code, name: second, word: third, count }
          : { code, name: null, word: second, count };
      }),
    };
  const byWord = await listing.group({}, ['status']);
  const told = byWord.slice(0, mostGroups).map(({ key: [word = null], count }) => ({ word, count }));
  const rest = byWord.slice(mostGroups).reduce((sum, { count }) => sum + count, 0);
  const all = rest === 0 ? told : [...told, { word: null, count: rest }];
  return { claim, groups: all.map((group) => ({ code: null, name: null, ...group })) };
}
