import { hostNow } from '#app/ui/time/clock.ts';
import type { ComparedMoment } from '#domain/history/past/as-of.ts';
import { formatPast } from '#domain/history/past/known-then.ts';

/** A moment of a comparison as text: "27 Nov, 03:00:00" or "now". Times are UTC. */
export function momentInWords(moment: ComparedMoment): string {
  return moment === null ? 'now' : formatPast(moment, hostNow());
}

/** A moment of a comparison with its time zone: "27 Nov, 03:00:00 UTC" or "now". */
export function momentWithZone(moment: ComparedMoment): string {
  return moment === null ? 'now' : `${momentInWords(moment)} UTC`;
}

/** A moment of a comparison: "27 Nov, 03:00:00 UTC" or "now". */
export function MomentName({ moment }: { readonly moment: ComparedMoment }) {
  if (moment === null) return 'now';
  return (
    <>
      <time dateTime={new Date(moment).toISOString()} className="whitespace-nowrap">
        {momentInWords(moment)}
      </time>{' '}
      UTC
    </>
  );
}
