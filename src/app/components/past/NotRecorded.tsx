import { useParams } from 'react-router';
import { useMoment } from '#app/ui/time/moment.ts';
import { whyUnknown } from '#domain/history/past/why-unknown.ts';
import { useRecord } from '../history/use-record.ts';

/** Says that the history has nothing of an endpoint for the moment of the page. */
export function NotRecorded({ path }: { readonly path: string }) {
  const moment = useMoment() ?? 0;
  const { deployment = '' } = useParams();
  const { state, failure, isAnswered } = useRecord(deployment, true);
  // The reason comes from the state of the record.
  if (!isAnswered && !failure) return null;
  if (path.includes('/assets'))
    return (
      <div className="py-3 text-text-2">
        <p className="font-semibold text-text">Assets are not recorded</p>
        <p>The history has only their total, so it cannot list the assets of a past moment.</p>
      </div>
    );
  return (
    <div className="py-3 text-text-2">
      <p className="font-semibold text-text">Nothing is known of this moment</p>
      <p>
        {failure && !state ? `The history can’t be read: ${failure.why}.` : whyUnknown(state, path, moment)}
      </p>
    </div>
  );
}
