import { Link } from 'react-router';
import { PageTitle } from '../components/page/PageTitle.tsx';
import { useDeployment } from '../frame/DeploymentFrame.tsx';
import { paths } from '../url/paths.ts';

export default function NotFoundPage() {
  const { slug, name } = useDeployment();
  return (
    <div className="py-8">
      <PageTitle title="No such page" />
      <p className="lead mt-2">
        Nothing is shown at this address.{' '}
        <Link to={paths.status(slug)} className="underline underline-offset-3">
          Status of {name}
        </Link>
      </p>
    </div>
  );
}
