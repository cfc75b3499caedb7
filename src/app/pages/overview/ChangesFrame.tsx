import './overview.css';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { keepsHistory } from '#app/delivered/config.ts';
import { paths } from '#app/url/paths.ts';

export function ChangesFrame({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby="recent-changes" className="recent-changes sheet">
      <header className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-4 border-b border-line-strong pb-1">
        <h2 id="recent-changes" className="section-title">
          {title}
          <span className="caption ml-2.5 font-normal">{note}</span>
        </h2>
        <span className="caption inline-flex items-baseline gap-x-4">
          {keepsHistory && (
            <Link
              to={paths.handoverOfAll()}
              className="no-print inline-flex min-h-6 items-center text-text underline underline-offset-3 max-md:min-h-11"
            >
              Handover
            </Link>
          )}
          UTC
        </span>
      </header>
      {children}
    </section>
  );
}

/** Placeholder. It names no range that the address does not ask for. */
export function ChangesRoom() {
  const isChosen = useSearchParams()[0].has('from');
  return (
    <ChangesFrame title={isChosen ? 'Changes' : 'Recent changes'} note={isChosen ? '' : 'last 7 d'}>
      <div aria-hidden="true" className="skeleton py-2">
        {[46, 62, 54].map((share) => (
          <div key={share} className="mb-3 h-3 bg-s2" style={{ width: `${share}%` }} />
        ))}
      </div>
    </ChangesFrame>
  );
}
