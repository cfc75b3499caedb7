import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/elements/Icon.tsx';

interface Step {
  readonly label: ReactNode;
  /** URL of the step. Absent for the page itself, and if the deployment has no such page. */
  readonly to?: string;
}

interface Around {
  readonly label: string;
  readonly previous: TrailNeighbour | undefined;
  readonly next: TrailNeighbour | undefined;
}

interface TrailNeighbour {
  readonly to: string;
  readonly label: ReactNode;
  /** Full name of the neighbouring row, for screen readers. */
  readonly name: string;
}

export function Trail({ steps, around }: { readonly steps: readonly Step[]; readonly around?: Around }) {
  return (
    <div className="one-line flex flex-wrap content-start items-center justify-between gap-x-6 pt-2 text-text-2 max-md:min-h-14">
      <nav aria-label="Breadcrumb" className="min-w-0">
        <ol className="m-0 flex list-none flex-wrap items-center p-0">
          {steps.map(({ label, to }, index) => (
            <li
              key={index}
              className="flex min-h-6 min-w-0 items-center"
              aria-current={index === steps.length - 1 ? 'page' : undefined}
            >
              {index > 0 && (
                <span aria-hidden="true" className="mx-2 text-text-3">
                  /
                </span>
              )}
              {to === undefined ? (
                <span className="max-w-64 truncate">{label}</span>
              ) : (
                <Link className="link max-w-64 truncate py-0.5" to={to}>
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {(around?.previous ?? around?.next) && (
        <nav aria-label={around?.label} className="no-print flex gap-x-5">
          {around?.previous && <Way beside={around.previous} rel="Previous" />}
          {around?.next && <Way beside={around.next} rel="Next" />}
        </nav>
      )}
    </div>
  );
}

function Way({
  beside: { to, label, name },
  rel,
}: {
  readonly beside: TrailNeighbour;
  readonly rel: 'Previous' | 'Next';
}) {
  const caret = (
    <Icon name="caret" className={`size-3.5 shrink-0 ${rel === 'Next' ? '-rotate-90' : 'rotate-90'}`} />
  );
  return (
    <Link
      to={to}
      // On a phone, the touch target is taller than the line.
      className="link inline-flex min-h-6 max-w-44 items-center gap-1 max-md:-my-2.5 max-md:min-h-11"
      aria-label={`${rel}: ${name}`}
    >
      {rel === 'Previous' && caret}
      <span className="truncate">{label}</span>
      {rel === 'Next' && caret}
    </Link>
  );
}
