import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Claimed } from '#app/components/lists/Count.tsx';
import { SeverityCounts } from '#app/components/severity/SeverityCounts.tsx';
import { moveAlong } from '#app/ui/move-along.ts';
import { paths } from '#app/url/paths.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import type { Zone } from '#domain/regions/zones.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact, formatCapacity } from '#domain/text/format-figures.ts';
import { ZoneLink } from './ZoneLink.tsx';

export interface ZoneClaims {
  readonly regions: Claim;
  readonly nodes: Claim | null;
  readonly buckets: Claim | null;
}

function known<T>(value: T | null, show: (value: T) => ReactNode): ReactNode {
  return value === null ? <span className="text-text-3">–</span> : show(value);
}

export function ZoneTable({
  zones,
  claims,
  slug,
}: {
  readonly zones: readonly Zone[];
  readonly claims: ZoneClaims;
  readonly slug: string;
}) {
  const { nodes, buckets } = claims;
  // A phone has room for the number of regions only if nothing else is counted.
  const narrow = nodes || buckets ? 'max-md:hidden' : '';
  const most = Math.max(0, ...zones.map((zone) => Number(zone.advertised ?? 0)));
  return (
    <table className="w-full border-collapse">
      <thead className="text-[12px] text-text-2">
        <tr className="*:border-b *:border-line-strong *:py-1 *:font-[480] *:not-first:pl-2 *:not-first:text-right">
          <th scope="col" className="text-left">
            Zone
          </th>
          <th scope="col" className={narrow}>
            Regions
          </th>
          {nodes && <th scope="col">Nodes</th>}
          {nodes && <th scope="col">Capacity</th>}
          {nodes && <td />}
          {buckets && <th scope="col">Stored</th>}
        </tr>
      </thead>
      <tbody>
        {zones.map((zone) => (
          <tr
            key={`${zone.listed} ${zone.name}`}
            onKeyDown={moveAlong}
            className="h-[27px] *:border-b *:border-line *:not-first:pl-2 *:not-first:text-right *:align-top *:pt-[3px] *:not-first:whitespace-nowrap"
          >
            <th scope="row" className="one-line max-w-36 text-left font-[540]">
              <ZoneName zone={zone} slug={slug} claim={claims.regions} />
            </th>
            <td className={`text-text-2 ${narrow}`}>
              <Claimed claim={claims.regions}>{formatExact(zone.regions)}</Claimed>
            </td>
            {nodes && (
              <td>
                {known(zone.nodes, (count) => (
                  <Down zone={zone} to={paths.nodes(slug, { zone: zone.name })}>
                    <Claimed claim={nodes}>{formatExact(count)}</Claimed>
                  </Down>
                ))}
              </td>
            )}
            {nodes && (
              <td>
                {known(zone.advertised, (total) => (
                  <Down
                    zone={zone}
                    to={paths.nodes(slug, { zone: zone.name, sort: '-advertised' })}
                    title={formatCapacity(total)}
                  >
                    <Claimed
                      claim={claimOfSum(nodes, { missing: zone.unreadableCapacities })}
                      className="whitespace-nowrap!"
                    >
                      {formatCapacity(total)}
                    </Claimed>
                  </Down>
                ))}
              </td>
            )}
            {nodes && (
              <td className="pt-2!" style={{ width: '15%' }} aria-hidden="true">
                <ShareOfMost value={Number(zone.advertised ?? 0)} most={most} />
              </td>
            )}
            {buckets && (
              <td className="min-w-16">
                {known(zone.bytes, (total) => (
                  <Down
                    zone={zone}
                    to={paths.buckets(slug, { zone: zone.name, sort: '-bytes' })}
                    title={formatBytesExact(total)}
                  >
                    <Claimed claim={claimOfSum(buckets, { missing: zone.unreadableBytes })}>
                      {formatBytes(total)}
                    </Claimed>
                  </Down>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Figure with a link to its rows. A figure of codes outside the region lists has no link. Arrow keys reach
 * the link from the zone's name.
 */
function Down({
  zone,
  to,
  title,
  children,
}: {
  readonly zone: Zone;
  readonly to: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const figureClass = 'inline-block max-w-28 truncate align-bottom';
  return zone.listed ? (
    <Link to={to} title={title} tabIndex={-1} className={`link ${figureClass}`}>
      {children}
    </Link>
  ) : (
    <span title={title} className={figureClass}>
      {children}
    </span>
  );
}

function ZoneName({
  zone,
  slug,
  claim,
}: {
  readonly zone: Zone;
  readonly slug: string;
  readonly claim: Claim;
}) {
  const troubled = [...zone.states.keys()].some((severity) => !isGood(severity));
  return (
    <>
      <ZoneLink zone={zone} slug={slug} />
      {troubled && (
        <span className="block pb-1 text-[12px] leading-4 font-[480]">
          <SeverityCounts
            counts={zone.states}
            claim={claim}
            terse
            to={(severity) => paths.regions(slug, { zone: zone.name, severity })}
          />
        </span>
      )}
    </>
  );
}

function ShareOfMost({ value, most }: { readonly value: number; readonly most: number }) {
  return (
    <span className="drains-fill block h-2">
      <span
        className="block h-full bg-data"
        style={{ width: `${most > 0 ? (value / most) * 100 : 0}%`, minWidth: value > 0 ? 1 : 0 }}
      />
    </span>
  );
}
