import { Link } from 'react-router';
import { useDeployment } from '../frame/DeploymentFrame.tsx';
import { PageTitle } from '../frame/PageTitle.tsx';
import { paths } from '../paths.ts';

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
