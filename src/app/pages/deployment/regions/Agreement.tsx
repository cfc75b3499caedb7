import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import type { RegionLists } from '#app/queries/regions/use-region-lists.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { isRegionCode } from '#contract/region-code.ts';
import { tenseOf } from '#domain/contradictions/contradictions.ts';
import { compareRegions } from '#domain/regions/compare-regions.ts';
import { formatExact, plural } from '#domain/text/format.ts';

const named = 6;

export function CodeLink({ code, slug }: { readonly code: string; readonly slug: string }) {
  return (
    <Link
      to={paths.region(slug, code)}
      className="link one-line inline-block max-w-64 truncate align-bottom text-text"
    >
      {isRegionCode(code) ? <span className="mono">{code}</span> : <Verbatim className="mono">{code}</Verbatim>}
    </Link>
  );
}

/** Lists the first region codes, and the others after a click. */
export function Codes({ codes, slug }: { readonly codes: readonly string[]; readonly slug: string }) {
  const [isComplete, setIsWhole] = useState(false);
  const rest = useRef<HTMLSpanElement>(null);
  // The focused button was replaced by the codes.
  useEffect(() => {
    if (isComplete) rest.current?.querySelector('a')?.focus();
  }, [isComplete]);
  const links = (some: readonly string[]) =>
    some.map((code, index) => (
      <Fragment key={code}>
        {index > 0 && ', '}
        <CodeLink code={code} slug={slug} />
      </Fragment>
    ));
  const more = codes.slice(named);
  return (
    <>
      {links(codes.slice(0, named))}
      {more.length > 0 &&
        (isComplete ? (
          <span ref={rest}>, {links(more)}</span>
        ) : (
          <>
            {' '}
            and <MoreButton onClick={() => setIsWhole(true)}>{formatExact(more.length)} more</MoreButton>
          </>
        ))}
    </>
  );
}

export function MoreButton({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className="cursor-pointer underline underline-offset-3" onClick={onClick}>
      <span className="sr-only">name </span>
      {children}
    </button>
  );
}

/** States whether the region lists of both API versions agree; empty if only one version is offered. */
export function Agreement({
  lists,
  deployment: { slug, words },
}: {
  readonly lists: RegionLists;
  readonly deployment: Deployment;
}) {
  const tense = tenseOf(useSurroundingFreshness());
  const silent = lists.offered.find(({ source }) => !source.feed.answer && source.feed.failure);
  if (silent)
    return (
      <span>
        {silent.version} could not be read: {silent.source.feed.failure?.summary}.
      </span>
    );
  const v1 = lists.read.find((list) => list.version === 'v1');
  const v2 = lists.read.find((list) => list.version === 'v2');
  // A lost list cannot be compared.
  if (!v1 || !v2 || tense === 'never') return null;
  const { inBoth, onlyIn, contradictions } = compareRegions(v1, v2, words);
  const states = contradictions.filter((each) => each.field === 'status').map((each) => each.code);
  const others = contradictions.filter((each) => each.field !== 'status').map((each) => each.code);
  const same = onlyIn.v1.length === 0 && onlyIn.v2.length === 0;
  return (
    <span>
      {tense === 'then' && 'When last read: '}
      {same && (inBoth > 0 ? `v1 and v2 list the same ${plural(inBoth, 'region')}. ` : 'v1 and v2 list none. ')}
      {(['v1', 'v2'] as const).map(
        (version) =>
          onlyIn[version].length > 0 && (
            <Fragment key={version}>
              <Codes codes={onlyIn[version]} slug={slug} /> only in {version}.{' '}
            </Fragment>
          ),
      )}
      {states.length > 0 && (
        <>
          They give different states for <Codes codes={states} slug={slug} />. Showing the worse.{' '}
        </>
      )}
      {others.length > 0 && (
        <>
          They describe <Codes codes={[...new Set(others)]} slug={slug} /> differently.
        </>
      )}
    </span>
  );
}
