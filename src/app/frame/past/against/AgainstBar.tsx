import { Link, useLocation } from 'react-router';
import { ArrowTo } from '#app/ui/elements/ArrowTo.tsx';
import type { ComparedMoment } from '#domain/history/past/as-of.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { searchAt, searchCompared } from '../search-at.ts';
import { CompareWith } from './CompareWith.tsx';
import type { ComparisonProps } from './Comparison.tsx';
import { MomentName } from './MomentName.tsx';

const linkClass = 'no-print inline-flex min-h-6 items-center underline underline-offset-3 max-md:min-h-11';

/**
 * Bar of a comparison: its two moments, each a way to the page of that moment.
 */
export function AgainstBar({ before, after }: ComparisonProps) {
  const { search } = useLocation();
  const [from, to] = [momentOf(before.slug), momentOf(after.slug)];
  const isBackwards = (from ?? Number.POSITIVE_INFINITY) > (to ?? Number.POSITIVE_INFINITY);
  return (
    <section aria-label="Times compared" className="border-b border-line-strong bg-s1 text-[13px]">
      <div className="sheet flex flex-wrap items-center gap-x-5 gap-y-2 pt-2 pb-1.5">
        <p aria-live="polite" className="m-0 text-[15px] font-[580]">
          <span className="font-normal text-text-2">From </span>
          <ToMoment moment={from} />
          <ArrowTo />
          <ToMoment moment={to} />
        </p>
        <Link to={{ search: searchCompared(search, to, from) }} preventScrollReset className={linkClass}>
          Swap the times
        </Link>
        <Link to={{ search: searchAt(search, to) }} preventScrollReset className={linkClass}>
          Leave the comparison
        </Link>
        {/* Its menu opens to the left. */}
        <div className="ml-auto max-md:ml-0 max-md:w-full">
          <CompareWith moment={to} />
        </div>
      </div>
      <p className="sheet m-0 pb-1.5 text-[12px] leading-4 text-text-2">
        {isBackwards && 'The first time is the later one: what appeared in between counts as vanished. '}
        Objects and bytes of buckets are recorded once a day, assets as a total only. These and the counts of
        events are not compared.
      </p>
    </section>
  );
}

function ToMoment({ moment }: { readonly moment: ComparedMoment }) {
  const { search } = useLocation();
  return (
    <Link to={{ search: searchAt(search, moment) }} className="link">
      <MomentName moment={moment} />
    </Link>
  );
}
