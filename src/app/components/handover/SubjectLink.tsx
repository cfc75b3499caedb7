import { Link } from 'react-router';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { paths } from '#app/url/paths.ts';
import { type LineSubject, subjectClauses } from '#domain/history/handover/lines.ts';

function addressOf({ kind, key }: LineSubject, slug: string): string {
  switch (kind) {
    case 'region':
      return paths.region(slug, key);
    case 'node':
      return paths.node(slug, key);
    case 'event':
      return paths.event(slug, key);
    case 'bucket':
      return paths.bucket(slug, key);
    case 'application':
      return paths.applications(slug, { q: key });
    case 'component':
    case 'deployment':
      return paths.status(slug);
  }
}

/** Name of the subject of a line, as a link to its page. */
export function SubjectLink({ subject, slug }: { readonly subject: LineSubject; readonly slug: string }) {
  return (
    <Link className="link font-[580]" to={addressOf(subject, slug)}>
      <Sentence clauses={subjectClauses(subject)} />
    </Link>
  );
}
