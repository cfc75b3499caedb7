import type { Deployment } from '#contract/host.ts';
import { nameSuffix } from '#contract/names/name-suffix.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';

/** Name of a deployment on one line. If the name is too long, it is cut before the slug at its end. */
export function DeploymentName({ deployment: { name, slug } }: { readonly deployment: Deployment }) {
  const end = nameSuffix(presentSlug(slug));
  if (!name.endsWith(end)) return <span translate="no">{name}</span>;
  return (
    <span className="name-with-slug" translate="no">
      <span>{name.slice(0, -end.length)}</span>
      <span dir="rtl">
        <bdi dir="ltr">{end}</bdi>
      </span>
    </span>
  );
}
