import { Link } from 'react-router';
import { plural } from '../../domain/format.ts';
import { paths } from '../paths.ts';
import type { Source } from '../queries/source.ts';

/** Leads to the whole answer that holds a record, where it can be read as it was sent. */
export function AsSentLink({
  source: { path, feed },
  slug,
  id,
}: {
  readonly source: Source<unknown>;
  readonly slug: string;
  readonly id: string | null;
}) {
  const unlisted = (feed.answer?.unlisted ?? []).filter((field) => field.path.startsWith('data[].')).length;
  const search = { answer: path, find: id ?? undefined };
  return (
    <>
      {unlisted > 0 && <>{plural(unlisted, 'member')} of the list not shown here. </>}
      <Link className="link" to={`${paths.endpoints(slug, search)}#as-sent`}>
        The answer as sent
      </Link>
    </>
  );
}
