import { useRecord } from '#app/components/history/use-record.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { formatDay, noValue } from '#domain/text/format.ts';

/**
 * Names the API version of the recorded list, and since when the deployment is recorded: "v2, since 2 Dec 2025".
 * "–" if the list is not recorded; empty until the host has responded.
 */
export default function RecordedFrom({ slug, list }: { readonly slug: string; readonly list: 'regions' }) {
  const { state } = useRecord(slug);
  if (!state) return '\u00a0';
  const version = ['v2', 'v1'].find((each) => state.endpoints.includes(`/api/${each}/${list}`));
  return version === undefined || state.since === null
    ? noValue
    : `${version}, since ${formatDay(Date.parse(state.since), hostNow())}`;
}
