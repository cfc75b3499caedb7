import { useRecord } from '#app/components/history/use-record.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { formatDay, noValue } from '#domain/text/format.ts';

/**
 * Names the recorded version of a list and the day on which its record begins, such as "v2, since 2 Dec
 * 2025".
 */
export default function RecordedFrom({ slug, list }: { readonly slug: string; readonly list: 'regions' }) {
  const { state } = useRecord(slug);
  if (!state) return '\u00a0';
  const version = ['v2', 'v1'].find((each) => state.endpoints.includes(`/api/${each}/${list}`));
  return version === undefined || state.since === null
    ? noValue
    : `${version}, since ${formatDay(Date.parse(state.since), hostNow())}`;
}
