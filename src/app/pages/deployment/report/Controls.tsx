import { Link } from 'react-router';
import { hostAddress } from '#app/delivered/base.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { printPage } from '#app/ui/use-printing.ts';
import { paths } from '#app/url/paths.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { monthAfter, monthName } from '#domain/history/report/month.ts';

const control = 'control inline-flex items-center gap-1 max-md:min-h-11';

/** Links to the previous and the next month and to the CSV file, and the print button. */
export function Controls({
  slug,
  month,
  first,
  last,
  hasFile,
}: {
  readonly slug: string;
  readonly month: string;
  /** First and last month with a history. */
  readonly first: string;
  readonly last: string;
  readonly hasFile: boolean;
}) {
  const [previous, next] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <div className="no-print ml-auto flex flex-wrap items-center gap-2.5 max-md:ml-0">
      <nav aria-label="Months" className="flex items-center gap-2.5">
        {previous >= first && (
          <Link to={paths.report(slug, { month: previous })} className={control}>
            <Icon name="forth" className="size-3 rotate-180" />
            {monthName(previous)}
          </Link>
        )}
        <span aria-current="page" className="font-[560]">
          {monthName(month)}
        </span>
        {next <= last && (
          <Link to={paths.report(slug, { month: next })} className={control}>
            {monthName(next)}
            <Icon name="forth" className="size-3" />
          </Link>
        )}
      </nav>
      {hasFile && (
        <>
          <a
            className={control}
            href={hostAddress(`history/${presentSlug(slug)}/outages.csv?month=${month}`)}
            download=""
          >
            Outages as CSV
          </a>
          <button type="button" className={control} onClick={() => void printPage()}>
            Print
          </button>
        </>
      )}
    </div>
  );
}
