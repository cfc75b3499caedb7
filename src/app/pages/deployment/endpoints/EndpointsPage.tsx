import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { LastKnown } from '#app/components/freshness/FreshnessMark.tsx';
import { RemedyLine } from '#app/components/freshness/Remedy.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { pollOf, tellsWebhook } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useMissing } from '#app/observe/roster/store.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { longestValue } from '#app/url/search.ts';
import type { Deployment } from '#contract/host.ts';
import { causeOf } from '#domain/failures/cause.ts';
import { formatDuration, formatExact, plural } from '#domain/text/format.ts';
import { AnswerAsSent } from './answer/AnswerAsSent.tsx';
import { Clocks } from './Clocks.tsx';
import { EndpointRow, heads } from './EndpointRow.tsx';
import { countStates } from './endpoint-state.ts';
import { Findings } from './Findings.tsx';
import { readingsOf, useEndpoints } from './use-endpoints.ts';
import { Versions } from './versions/Versions.tsx';
import { Words } from './words/Words.tsx';

const Webhook = lazyPart(() => import('./Webhook.tsx'));

export default function EndpointsPage() {
  const deployment = useDeployment();
  if (useMoment() === null) return <Endpoints deployment={deployment} />;
  return (
    <div className="pt-2.5">
      <PageTitle title={`Endpoints, ${deployment.name}`}>Endpoints</PageTitle>
      <p className="lead mt-2 max-w-4xl">
        The history has no responses as sent, so this page shows the present only.
      </p>
    </div>
  );
}

function Endpoints({ deployment }: { readonly deployment: Deployment }) {
  const feeds = useEndpoints(deployment);
  const readings = readingsOf(feeds, useMissing(deployment.slug, 'endpoint'));
  const [parameters] = useSearchParams();
  const chosen = readings.find(({ path }) => path === parameters.get('answer'));
  const { latencies } = useSession(deployment.slug);
  const counts = countStates(readings.map(({ state }) => state));
  const nothing = counts.some(({ state, count }) => state === 'not-offered' && count === readings.length);
  return (
    <div className="pt-2.5">
      <header className="mb-3 flex flex-wrap items-baseline gap-x-5">
        <PageTitle title={`Endpoints, ${deployment.name}`}>Endpoints</PageTitle>
        {/* Height on a phone: two lines while requests are pending, then one. */}
        <p className="lead min-w-0 max-md:min-h-11 max-md:basis-full">
          <LastKnown />
          {nothing ? (
            <>
              <b>No endpoint of this API responds here.</b> All ten paths were asked at{' '}
              <Verbatim className="mono">{deployment.shownUrl}</Verbatim>. Check that this is the base URL of
              the service.
            </>
          ) : (
            counts.map(({ state, count, words }, index) => (
              <span key={state}>
                {index > 0 && ', '}
                <b>{formatExact(count)}</b> {index === 0 ? `of ${readings.length} ` : ''}
                {words}
                {index === counts.length - 1 && '.'}
              </span>
            ))
          )}
        </p>
      </header>
      <Remedies readings={readings} />
      <SmallTable label="Endpoints" heads={heads}>
        {readings.map((reading) => (
          <EndpointRow
            key={reading.path}
            reading={reading}
            fault={nothing ? 'all' : 'none'}
            latencies={latencies.get(reading.path) ?? []}
            isChosen={reading === chosen}
          />
        ))}
      </SmallTable>
      <PollingNote deployment={deployment} />
      {tellsWebhook && <Webhook />}
      {chosen && (
        <ScrolledTo key={chosen.path}>
          <AnswerAsSent
            deployment={deployment}
            reading={chosen}
            find={parameters.get('find')?.slice(0, longestValue) ?? null}
          />
        </ScrolledTo>
      )}
      {!nothing && (
        <>
          <div className="mt-8">
            <Clocks readings={readings} />
          </div>
          <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Findings readings={readings} />
            <Versions feeds={feeds} />
          </div>
          <div className="mt-8">
            <Words deployment={deployment} readings={readings} />
          </div>
        </>
      )}
    </div>
  );
}

function PollingNote({ deployment }: { readonly deployment: Deployment }) {
  const { budget } = deployment;
  return (
    <p className="caption mt-2 text-text-2">
      Status is read every {formatDuration(pollOf(deployment))}, each list once its lifetime is over.
      {budget !== undefined &&
        ` For lists, the host sends the service at most ${plural(budget, 'request')} a minute, for any number of screens.`}
    </p>
  );
}

/** Lists the remedy for each cause of unreadable endpoints, in the order of the table. */
function Remedies({ readings }: { readonly readings: ReturnType<typeof readingsOf> }) {
  const causes = new Map(
    readings.flatMap(({ state, feed: { failure } }) =>
      failure && (state === 'no-contact' || state === 'refused') ? [[causeOf(failure).headline, failure]] : [],
    ),
  );
  if (causes.size === 0) return null;
  return (
    <ul aria-label="What mends it" className="m-0 mb-3 max-w-4xl list-none p-0 text-[12.5px] leading-[19px]">
      {[...causes].map(([headline, failure]) => (
        <li key={headline}>
          <b>{headline}.</b> <RemedyLine failure={failure} />
        </li>
      ))}
    </ul>
  );
}

/** Scrolls its content into view for addresses with `#as-sent`, after the page has scrolled to its top. */
function ScrolledTo({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '#as-sent') return undefined;
    const frame = requestAnimationFrame(() => box.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash]);
  return (
    <div ref={box} id="as-sent" className="mt-8 scroll-mt-14">
      {children}
    </div>
  );
}
