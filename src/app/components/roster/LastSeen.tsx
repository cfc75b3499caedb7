import { useMissing } from '#app/observe/roster/store.ts';
import type { ListedKind } from '#domain/memory/changes.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { StatusGlyph } from '../severity/StatusGlyph.tsx';
import { Acknowledge } from './Acknowledge.tsx';

/** States when an item was last listed, if it is no longer listed. Renders nothing for any other item. */
export function LastSeen({
  slug,
  subject,
  id,
}: {
  readonly slug: string;
  readonly subject: ListedKind;
  readonly id: string;
}) {
  const missing = useMissing(slug, subject).find((each) => each.id === id);
  if (!missing) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      {missing.acknowledged ? null : <StatusGlyph severity="vanished" size={11} />}
      No longer listed, last seen {formatDateTime(missing.lastSeen)} UTC
      {missing.acknowledged ? (
        ', acknowledged'
      ) : (
        <span className="ml-2">
          <Acknowledge slug={slug} subject={subject} id={id} name={missing.name} />
        </span>
      )}
    </p>
  );
}
