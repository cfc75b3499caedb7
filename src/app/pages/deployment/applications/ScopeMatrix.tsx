import { Link } from 'react-router';
import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { paths } from '#app/url/paths.ts';
import type { Application } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { formatExact } from '#domain/text/format.ts';
import type { Scope } from './scopes.ts';

/**
 * Number of scopes with a column of their own. All further scopes share one column; a single further scope
 * gets its own.
 */
const mostColumns = 6;

/** Whether the columns are narrow, because there are more than four. */
function isNarrow(scopes: readonly Scope[]): boolean {
  return tracks(scopes) > 4;
}

function columnWidth(scopes: readonly Scope[]): number {
  return isNarrow(scopes) ? 3.5 : 4.25;
}

function shownOf(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.length <= mostColumns + 1 ? scopes : scopes.slice(0, mostColumns);
}

function tracks(scopes: readonly Scope[]): number {
  const shown = shownOf(scopes).length;
  return Math.max(1, shown + (shown < scopes.length ? 1 : 0));
}

function grid(scopes: readonly Scope[]) {
  return { gridTemplateColumns: `repeat(${tracks(scopes)}, minmax(0, ${columnWidth(scopes)}rem))` };
}

export function scopesWidth(scopes: readonly Scope[]): string {
  return `${tracks(scopes) * columnWidth(scopes) + 0.75}rem`;
}

export function ScopeHeads({
  scopes,
  claim,
  slug,
}: {
  readonly scopes: readonly Scope[];
  readonly claim: Claim;
  readonly slug: string;
}) {
  const shown = shownOf(scopes);
  const others = scopes.length - shown.length;
  return (
    <div className="grid pb-1 text-center font-normal max-md:hidden" style={grid(scopes)}>
      {shown.map(({ name, count, isNew }) => (
        <Link key={name} to={paths.applications(slug, { scopes: name })} className="link min-w-0 px-1">
          <span className="block truncate" title={isNew ? `${name}, not shown in the API document` : name}>
            <Verbatim>{name.trim() === '' ? '(blank)' : name}</Verbatim>
            {isNew && !isNarrow(scopes) && <span className="text-text-3"> new</span>}
          </span>
          <Count value={count} claim={claim} className="text-text" />
          {isNew && isNarrow(scopes) && <span className="text-text-3"> new</span>}
        </Link>
      ))}
      {others > 0 && <span className="self-end text-text-3">{formatExact(others)} more</span>}
    </div>
  );
}

/** Shows a square for each scope that the application has, and a dot for each scope that it lacks. */
export function ScopeMarks({ row, scopes }: { readonly row: Application; readonly scopes: readonly Scope[] }) {
  const ownScopes = row.scopes;
  if (ownScopes === null) return <ScopeFlaw row={row} />;
  const shown = shownOf(scopes);
  const others = ownScopes.filter((scope) => !shown.some(({ name }) => name === scope));
  return (
    <span className="grid items-center" style={grid(scopes)}>
      {shown.map(({ name }) => (
        <span key={name} className="flex justify-center">
          {ownScopes.includes(name) && (
            <span className="sr-only">
              <Verbatim>{name}</Verbatim>{' '}
            </span>
          )}
          <span
            aria-hidden="true"
            className={ownScopes.includes(name) ? 'drains-fill size-2 bg-text' : 'size-0.5 rounded-full bg-ctl'}
          />
        </span>
      ))}
      {others.length > 0 && (
        <span className="text-center text-text-3" title={others.join(', ').slice(0, 2000)}>
          +{formatExact(others.length)}
        </span>
      )}
    </span>
  );
}

export function ScopeWords({ row }: { readonly row: Application }) {
  if (row.scopes === null) return <ScopeFlaw row={row} />;
  if (row.scopes.length === 0) return <>no scopes</>;
  return <Verbatim>{row.scopes.join(', ')}</Verbatim>;
}

function ScopeFlaw({ row }: { readonly row: Application }) {
  return (
    <span className="text-text-3">
      scopes <Flawed record={row} field="scopes" />
    </span>
  );
}
