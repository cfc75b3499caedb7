import { useParams } from 'react-router';
import { useMoment } from '#app/ui/time/moment.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { useRecord } from '../history/use-record.ts';

/** Says that the history has nothing of an endpoint for the moment of the page. */
export function NotRecorded({ path }: { readonly path: string }) {
  const moment = useMoment() ?? 0;
  const { deployment = '' } = useParams();
  const { state } = useRecord(deployment, true);
  const since = state?.since == null ? null : Date.parse(state.since);
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
        {since !== null && moment < since ? (
          `The history of this deployment begins on ${formatDateTime(since)} UTC.`
        ) : (
          <>
            The history has no response of <span className="mono">{path}</span> up to this moment.
          </>
        )}
      </p>
    </div>
  );
}
