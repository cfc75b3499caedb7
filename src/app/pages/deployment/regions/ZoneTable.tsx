import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Claim, claimOfSum } from '../../../../domain/claim.ts';
import { formatExact } from '../../../../domain/format.ts';
import { formatBytes, formatBytesExact, formatCapacity } from '../../../../domain/format-figures.ts';
import { isGood, severityName } from '../../../../domain/severity.ts';
import { Claimed } from '../../../components/Count.tsx';
import { StatusGlyph } from '../../../components/StatusGlyph.tsx';
import { Verbatim } from '../../../components/Verbatim.tsx';
import { paths } from '../../../paths.ts';
import { type Zone, zoneLabel } from './zones.ts';

export interface ZoneClaims {
  readonly regions: Claim;
  /** `null` where the deployment offers no nodes. */
  readonly nodes: Claim | null;
  /** `null` where the deployment offers no buckets. */
  readonly buckets: Claim | null;
}

function known<T>(value: T | null, show: (value: T) => ReactNode): ReactNode {
  return value === null ? <span className="text-text-3">–</span> : show(value);
}

/** Zones by advertised capacity: their regions, states and what they hold. */
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
  const most = Math.max(0, ...zones.map((zone) => Number(zone.advertised ?? 0)));
  return (
    <table className="w-full border-collapse">
      <thead className="text-[12px] text-text-2">
        <tr className="*:border-b *:border-line-strong *:py-1 *:font-[480] *:not-first:pl-2 *:not-first:text-right">
          <th scope="col" className="text-left">
            Zone
          </th>
          <th scope="col" className="max-md:hidden">
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
            className="h-[27px] *:border-b *:border-line *:not-first:pl-2 *:not-first:text-right *:not-first:whitespace-nowrap"
          >
            <th scope="row" className="max-w-36 truncate text-left font-[540]">
              <ZoneName zone={zone} slug={slug} />
            </th>
            <td className="text-text-2 max-md:hidden">
              <Claimed claim={claims.regions}>{formatExact(zone.regions)}</Claimed>
            </td>
            {nodes && (
              <td>
                {known(zone.nodes, (count) => (
                  <Claimed claim={nodes}>{formatExact(count)}</Claimed>
                ))}
              </td>
            )}
            {nodes && (
              <td>
                {known(zone.advertised, (total) => (
                  <Claimed claim={claimOfSum(nodes, { missing: zone.unreadableCapacities })}>
                    {formatCapacity(total)}
                  </Claimed>
                ))}
              </td>
            )}
            {nodes && (
              <td className="w-16" aria-hidden="true">
                <ShareOfMost value={Number(zone.advertised ?? 0)} most={most} />
              </td>
            )}
            {buckets && (
              <td className="min-w-16">
                {known(zone.bytes, (total) => (
                  <Claimed claim={claimOfSum(buckets, { missing: zone.unreadableBytes })}>
                    <span title={formatBytesExact(total)}>{formatBytes(total)}</span>
                  </Claimed>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The zone, with a mark and a count for each state in it that is not good. */
function ZoneName({ zone, slug }: { readonly zone: Zone; readonly slug: string }) {
  const label = zoneLabel(zone);
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <Link to={paths.regions(slug, { zone: zone.name })} className="link truncate">
        {zone.name === null ? label : <Verbatim>{label}</Verbatim>}
      </Link>
      {[...zone.states].map(
        ([severity, count]) =>
          !isGood(severity) && (
            <span key={severity} className="inline-flex items-center gap-0.5" title={severityName[severity]}>
              <StatusGlyph severity={severity} size={10} />
              {count > 1 && (
                <span aria-hidden="true" className="text-[11px] text-text-2">
                  {formatExact(count)}
                </span>
              )}
              <span className="sr-only">
                {formatExact(count)} {severityName[severity]}
              </span>
            </span>
          ),
      )}
    </span>
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
