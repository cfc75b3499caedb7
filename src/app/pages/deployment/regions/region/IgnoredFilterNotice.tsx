import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { isRegionCode } from '#contract/region-code.ts';
import { plural } from '#domain/text/format.ts';
import type { RegionPart } from './use-region.ts';

export function IgnoredFilterNotice<Row>({
  part,
  noun,
  code,
}: {
  readonly part: RegionPart<Row>;
  readonly noun: 'nodes' | 'buckets';
  readonly code: string;
}) {
  const { rowsOfOthers, listing } = part;
  if (!listing) return null;
  if (!isRegionCode(code))
    return (
      <p className="caption pt-1.5">
        <RegionCode code={code} /> is not of the documented form, so it can’t be requested. These are its {noun}{' '}
        among all that were listed.
      </p>
    );
  if (rowsOfOthers === 0) return null;
  return (
    <p className="caption pt-1.5">
      The response for <RegionCode code={code} /> also contains {plural(rowsOfOthers, 'row')} of other regions,
      left out here: the service appears to ignore the filter.
    </p>
  );
}
