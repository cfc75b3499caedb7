import { Link } from 'react-router';
import { CacheWord } from '#app/components/fields/CacheWord.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { type Share, ShareBar } from '#app/components/severity/ShareBar.tsx';
import type { ListView } from '#app/table/use-list-page.ts';
import { usePhone } from '#app/ui/use-phone.ts';
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
import { formatBytes } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';

interface CacheStatusProps {
  readonly list: ListView<Asset>;
  readonly groups: readonly Group[];
  readonly colours: ReadonlyMap<Word, string>;
}

type Measure = (share: CacheShare) => Sum;

const byNumber: Measure = ({ count: total }) => ({ total, counted: total, missing: 0 });
const byBytes: Measure = (share) => share.bytes;

function sharesOf(
  { list: { deployment, listing }, groups, colours }: CacheStatusProps,
  sumOf: Measure,
  /** Formats the value beside each share; `null` shows percentages only. */
  format: ((value: Integer) => string) | null,
): readonly Share[] {
  const claim = listing?.claim ?? exact;
  const whole = totalOf(groups, sumOf === byBytes ? 'bytes' : null);
  return cacheShares(groups, colours).map((share) => ({
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
        {format && (
          <>
            <Claimed claim={claimOfSum(claim, sumOf(share))}>{format(sumOf(share).total)}</Claimed>,{' '}
          </>
        )}
        {formatPercent(sumOf(share).total, whole)}
      </>
    ),
    colour: colours.get(share.word) ?? otherColour,
  }));
}

export function CacheStatus(props: CacheStatusProps) {
  const phone = usePhone();
  return (
    <Panel
      title="Cache status"
      note="of listed assets; these words do not mean health"
      sources={[props.list.source]}
    >
      {props.groups.length > 0 && (
        <div className="grid gap-x-10 gap-y-4 pt-2.5 lg:grid-cols-2" style={{ minHeight: phone ? 210 : 92 }}>
          <div>
            <h3 className="caption pb-1 font-normal text-text-2">by number of assets</h3>
            <ShareBar
              label="Cache status by number of assets"
              shares={sharesOf(props, byNumber, formatExact)}
            />
          </div>
          <div>
            <h3 className="caption pb-1 font-normal text-text-2">by bytes</h3>
            <ShareBar label="Cache status by bytes" shares={sharesOf(props, byBytes, formatBytes)} />
          </div>
        </div>
      )}
    </Panel>
  );
}

export function CacheStatusInBand(props: CacheStatusProps) {
  return (
    <Panel title="Cache status" note="by number of assets" sources={[props.list.source]} inBand>
      <ShareBar inBand label="Cache status by number of assets" shares={sharesOf(props, byNumber, null)} />
    </Panel>
  );
}
