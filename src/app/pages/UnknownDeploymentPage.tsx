import { Link, useParams } from 'react-router';
import { formatClock } from '#domain/text/format.ts';
import { PageTitle } from '../components/page/PageTitle.tsx';
import { removedDeployments } from '../delivered/config.ts';
import { TopBar } from '../frame/top-bar/TopBar.tsx';
import { paths } from '../url/paths.ts';

export default function UnknownDeploymentPage() {
  const { deployment: slug = '' } = useParams();
  const gone = removedDeployments.get(slug);
  return (
    <>
      <TopBar deployment={undefined}>{null}</TopBar>
      <main id="main" className="sheet py-8">
        <PageTitle title={gone ? `${gone.name}, no longer configured` : 'No such deployment'} />
        <p className="lead mt-2">
          {gone ? (
            <>
              <b>“{gone.name}”</b> is no longer in the configuration of this host, noticed at{' '}
              {formatClock(gone.at)} UTC. Nothing says how it is now.
            </>
          ) : (
            <>
              There is no deployment <b>“{slug.slice(0, 80)}”</b> here.
            </>
          )}{' '}
          <Link to={paths.overview()} className="underline underline-offset-3">
            All deployments
          </Link>
        </p>
      </main>
    </>
  );
}
