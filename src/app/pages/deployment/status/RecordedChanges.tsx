import { placesNow } from '#app/components/changes/use-changes.ts';
import { useRecord } from '#app/components/strips/record.ts';
import { openedAt, useSession } from '#app/observe/session/seen.ts';
import { useRecordedChanges } from '#app/queries/history/history.ts';
import { onHostClock } from '#app/ui/time/clock.ts';
import { changesBefore } from '#domain/history/changes/recorded-changes.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import { ChangesList, type ChangesProps } from './ChangesList.tsx';

/** Changes of the last day: from the history record before the page opened, then from this session. */
export default function RecordedChanges({ deployment, source }: ChangesProps) {
  const { isThere } = useRecord(deployment.slug);
  const { value } = useRecordedChanges(deployment.slug, '24h', isThere);
  const session = useSession(deployment.slug);
  const earlier =
    value &&
    groupChanges(changesBefore(value.data, onHostClock(openedAt), placesNow(session)), deployment.words);
  return <ChangesList deployment={deployment} source={source} earlier={earlier} />;
}
