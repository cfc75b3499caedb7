import { Link } from 'react-router';
import type { Source } from '#app/queries/source.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { plural } from '#domain/text/format.ts';

export function AsSentLink({
  source: { path, feed },
  slug,
  id,
}: {
  readonly source: Source<unknown>;
  readonly slug: string;
  readonly id: string | null;
}) {
  // The history has no responses as sent.
  if (useMoment() !== null) return null;
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
