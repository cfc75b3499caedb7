import { formatExact } from '../../../../domain/format.ts';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { Verbatim } from '../../../components/Verbatim.tsx';
import { useDeployment } from '../../../frame/DeploymentFrame.tsx';
import { PageTitle } from '../../../frame/PageTitle.tsx';
import { useSession } from '../../../session/store.ts';
import { EndpointRow, heads } from './EndpointRow.tsx';
import { countStates } from './endpoint-state.ts';
import { Findings } from './Findings.tsx';
import { readingsOf, useEndpoints } from './use-endpoints.ts';
import { Versions } from './Versions.tsx';
import { Words } from './Words.tsx';

/** The ten endpoints of the document at this deployment: which answer, how, and where they depart from it. */
export default function EndpointsPage() {
  const deployment = useDeployment();
  const feeds = useEndpoints(deployment);
  const readings = readingsOf(feeds);
  const { latencies } = useSession(deployment.slug);
  const counts = countStates(readings.map(({ feed }) => feed));
  const nothing = counts.some(({ state, count }) => state === 'not-offered' && count === readings.length);
  return (
    <div className="pt-4">
      <header className="mb-3 flex flex-wrap items-baseline gap-x-5">
        <PageTitle title={`Endpoints, ${deployment.name}`}>Endpoints</PageTitle>
        <p className="lead min-w-0">
          {nothing ? (
            <>
              <b>Nothing of this API answers here.</b> All ten paths were asked at{' '}
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
      <SmallTable label="Endpoints" heads={heads}>
        {readings.map((reading) => (
          <EndpointRow
            key={reading.path}
            reading={reading}
            fault={nothing ? 'all' : 'none'}
            latencies={latencies.get(reading.path) ?? []}
          />
        ))}
      </SmallTable>
      {!nothing && (
        <>
          <div className="mt-8">
            <Findings readings={readings} />
          </div>
          <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Words deployment={deployment} feeds={feeds} />
            <Versions feeds={feeds} />
          </div>
        </>
      )}
    </div>
  );
}
