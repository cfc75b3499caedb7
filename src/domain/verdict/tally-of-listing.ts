import type { Listing } from '../lists/listing.ts';
import type { Tally } from './tally.ts';

/** Maximum number of groups in a tally, because each status poll processes the tally. */
const maximumGroups = 4_000;

/**
 * Counts the rows of a list by code and status word if there are few such groups, otherwise by word only.
 * Words beyond the maximum count as unknown.
 */
export async function tallyOfListing(listing: Listing<unknown>, isOfRegions: boolean): Promise<Tally> {
  const { claim } = listing;
  const fields = isOfRegions ? ['code', 'name', 'status'] : ['pop', 'status'];
  const groups = await listing.group({}, fields);
  if (groups.length <= maximumGroups)
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
  const groupsShown = byWord.slice(0, maximumGroups).map(({ key: [word = null], count }) => ({ word, count }));
  const rest = byWord.slice(maximumGroups).reduce((sum, { count }) => sum + count, 0);
  const all = rest === 0 ? groupsShown : [...groupsShown, { word: null, count: rest }];
  return { claim, groups: all.map((group) => ({ code: null, name: null, ...group })) };
}
