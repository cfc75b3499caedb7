import { Link } from 'react-router';
import { Claimed } from '#app/components/lists/Count.tsx';
import { CacheWord } from '#app/components/records/CacheWord.tsx';
import { type Share, ShareBar } from '#app/components/severity/ShareBar.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import type { ListView } from '#app/table/use-list-page.ts';
import { paths } from '#app/url/paths.ts';
import type { Asset, Integer } from '#contract/resources.ts';
import {
  type CacheShare,
  cacheShares,
  otherColour,
  type CacheWord as Word,
} from '#domain/figures/cache-shares.ts';
import { totalOf } from '#domain/figures/ranking.ts';
import { claimOfSum, exact } from '#domain/lists/claim.ts';
import type { Group, Sum } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatPercent } from '#domain/text/format-figures.ts';

/** What share of the assets, and of their bytes, each cache word has. */
export function CacheStatus({
  list: { deployment, source, listing },
  groups,
  colours,
}: {
  readonly list: ListView<Asset>;
  readonly groups: readonly Group[];
  readonly colours: ReadonlyMap<Word, string>;
}) {
  const claim = listing?.claim ?? exact;
  const shares = cacheShares(groups, colours);
  const whole = totalOf(groups, 'bytes');
  const count = totalOf(groups, null);
  const bars = (sumOf: (share: CacheShare) => Sum, format: (value: Integer) => string, all: Integer) =>
    shares.map<Share>((share) => ({
      key: share.others > 0 ? 'others' : `word ${share.word}`,
      label:
        share.others > 0 ? (
          `${formatExact(share.others)} other words`
        ) : (
          <Link className="link" to={paths.assets(deployment.slug, { cache_status: share.word })}>
            <CacheWord word={share.word} />
          </Link>
        ),
      value: Number(sumOf(share).total),
      figure: (
        <>
          <Claimed claim={claimOfSum(claim, sumOf(share))}>{format(sumOf(share).total)}</Claimed>,{' '}
          {formatPercent(sumOf(share).total, all)}
        </>
      ),
      colour: colours.get(share.word) ?? otherColour,
    }));
  return (
    <Panel title="Cache status" note="of what is listed; these words are not health" sources={[source]}>
      <div className="grid gap-x-10 gap-y-4 pt-2.5 lg:grid-cols-2">
        <div>
          <h3 className="caption pb-1 font-normal text-text-2">by number of assets</h3>
          <ShareBar
            label="Cache status by number of assets"
            shares={bars(({ count: total }) => ({ total, counted: total, missing: 0 }), formatExact, count)}
          />
        </div>
        <div>
          <h3 className="caption pb-1 font-normal text-text-2">by bytes</h3>
          <ShareBar label="Cache status by bytes" shares={bars((share) => share.bytes, formatBytes, whole)} />
        </div>
      </div>
    </Panel>
  );
}
