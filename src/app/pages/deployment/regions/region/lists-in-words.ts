import type { Version } from '#contract/endpoints.ts';
import { compareRegions, disagreement, type RegionList } from '#domain/regions/compare-regions.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { worstFirst } from '#domain/severity/worst-first.ts';
import { joinWords } from '#domain/text/format.ts';

function only(list: RegionList, code: string, words: WordOverrides): RegionList {
  const own = list.regions.filter((region) => region.code === code);
  return { ...list, regions: worstFirst(own, words).slice(0, 1) };
}

function bothListed(v1: RegionList, v2: RegionList, words: WordOverrides): string {
  const [first, second] = [v1.regions[0], v2.regions[0]];
  const { contradictions } = compareRegions(v1, v2, words);
  if (!first || !second || contradictions.length === 0) return 'v1 and v2 agree';
  const states = disagreement(
    [
      { version: 'v2', region: second },
      { version: 'v1', region: first },
    ],
    words,
  );
  const others = contradictions
    .filter(({ field }) => field !== 'status')
    .map(
      ({ field, v1, v2 }) =>
        `${field} ${v2 === null ? 'not provided' : `“${v2}”`} in v2, ${v1 === null ? 'not provided' : `“${v1}”`} in v1`,
    );
  const parts = [...(states === null ? [] : [`${states}. Showing the worse`]), ...others];
  return parts.join('. ');
}

/**
 * States which region lists contain a code, such as "v1 and v2 agree", "only in v1" or "Degraded in v2,
 * operational in v1. Showing the worse". A truncated list never counts as proof that a code is missing.
 * @param offered - API versions that this deployment offers.
 * @param read - region lists that have been read.
 */
export function listsInWords(
  code: string,
  offered: readonly Version[],
  read: readonly RegionList[],
  words: WordOverrides,
): string {
  const lists = read.map((list) => only(list, code, words));
  const holding = lists.filter((list) => list.regions.length > 0);
  const silent = lists.filter((list) => list.regions.length === 0);
  const unread = offered.filter((version) => !read.some((list) => list.version === version));
  const v1 = holding.find((list) => list.version === 'v1');
  const v2 = holding.find((list) => list.version === 'v2');
  if (v1 && v2) return bothListed(v1, v2, words);
  const parts: string[] = [];
  if (holding.length > 0) {
    const certain = silent.length > 0 && silent.every((list) => list.complete);
    parts.push(`${certain ? 'only ' : ''}in ${joinWords(holding.map((list) => list.version))}`);
  } else if (silent.length > 0)
    parts.push(`not in ${joinWords(silent.map((list) => list.version).toSorted())}`);
  const cut = silent.filter((list) => !list.complete).map((list) => list.version);
  if (cut.length > 0) parts.push(`${joinWords(cut)} is truncated`);
  if (unread.length > 0) parts.push(`${joinWords(unread)} not read yet`);
  if (offered.length === 1 && unread.length === 0) parts.push('the only version offered');
  return parts.join(', ');
}
