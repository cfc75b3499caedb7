import { Link, useParams } from 'react-router';
import { PageTitle } from '../components/page/PageTitle.tsx';
import { TopBar } from '../frame/top-bar/TopBar.tsx';
import { paths } from '../url/paths.ts';

export default function UnknownDeploymentPage() {
  const { deployment: slug = '' } = useParams();
  return (
    <>
      <TopBar deployment={undefined}>{null}</TopBar>
      <main id="main" className="sheet py-8">
        <PageTitle title="No such deployment" />
        <p className="lead mt-2">
          There is no deployment <b>“{slug.slice(0, 80)}”</b> here.{' '}
          <Link to={paths.overview()} className="underline underline-offset-3">
            All deployments
          </Link>
        </p>
      </main>
    </>
  );
}
