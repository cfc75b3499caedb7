import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { isRegionCode } from '#contract/region-code.ts';
import { plural } from '#domain/text/format.ts';
import type { Held } from './use-region.ts';

export function IgnoredFilterNotice<Row>({
  held,
  noun,
  code,
}: {
  readonly held: Held<Row>;
  /** Plural. */
  readonly noun: 'nodes' | 'buckets';
  readonly code: string;
}) {
  const { strangers, listing } = held;
  if (!listing) return null;
  if (!isRegionCode(code))
    return (
      <p className="caption pt-1.5">
        <RegionCode code={code} /> is not of the documented form, so it cannot be asked for. These are its{' '}
        {noun} among all that were listed.
      </p>
    );
  if (strangers === 0) return null;
  return (
    <p className="caption pt-1.5">
      The answer for <RegionCode code={code} /> also holds {plural(strangers, 'row')} of other regions, left out
      here: the filter appears to be ignored.
    </p>
  );
}
