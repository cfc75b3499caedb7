import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { hostAddress } from '#app/delivered/base.ts';
import { isFailing } from '#app/queries/idle-queries.ts';
import { endpointQueryOf, feedOfQuery, queriesOf } from '#app/queries/keys.ts';
import { now } from '#app/ui/time/clock.ts';
import type { Failure } from '#domain/answer/answer.ts';
import { remedyOf, type Remedy as What } from '#domain/failures/remedy.ts';

/** Shows how to fix a failure: the name of the setting and the page of the documentation. */
export function Remedy({ failure, slug }: { readonly failure: Failure; readonly slug: string }) {
  const remedy = remedyOf(failure);
  return (
    <section aria-label="What mends it" className="w-full min-w-0 text-[12.5px] leading-[19px] lg:w-[30rem]">
      <div className="flex items-end justify-between gap-3 border-b border-line-strong pb-1">
        <h2 className="section-title">What mends it</h2>
        <TryNow slug={slug} />
      </div>
      <p className="mt-1.5">{remedy.text}</p>
      {failure.reason === 'session-ended' && <LogIn />}
      <dl className="m-0 mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6">
        {failure.kind === 'tls' && failure.detail !== null && <Fact name="Certificate">{failure.detail}</Fact>}
        {remedy.setting !== null && (
          <Fact name="Setting">
            <span className="mono">{remedy.setting}</span>
          </Fact>
        )}
        <Fact name="Read">
          <span className="mono">{remedy.page}</span>
        </Fact>
      </dl>
    </section>
  );
}

/** Link to the log-in page, which leads back to the current URL. */
function LogIn() {
  const { pathname, search } = useLocation();
  return (
    <a
      className="control no-print mt-2 inline-flex"
      href={hostAddress(`login?next=${encodeURIComponent(pathname + search)}`)}
    >
      Log in
    </a>
  );
}

function TryNow({ slug }: { readonly slug: string }) {
  const client = useQueryClient();
  const isAsking = useIsFetching({ predicate: (query) => endpointQueryOf(query)?.slug === slug }) > 0;
  const ask = () => {
    for (const query of queriesOf(client, slug)) if (isFailing(feedOfQuery(query), now())) void query.fetch();
  };
  return (
    <button type="button" className="control no-print max-md:min-h-11" disabled={isAsking} onClick={ask}>
      Try now
    </button>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="m-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function places({ setting, page }: What): readonly string[] {
  return [setting, page].filter((place) => place !== null);
}

/** How to fix a failure, in one line. Names of setting and page come first, because the line may be cut. */
export function RemedyLine({ failure }: { readonly failure: Failure }) {
  const remedy = remedyOf(failure);
  return (
    <>
      {places(remedy).map((place, index) => (
        <span key={place}>
          {index > 0 && ', '}
          <span className="mono">{place}</span>
        </span>
      ))}
      : {remedy.text}
    </>
  );
}
