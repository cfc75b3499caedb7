import { keepsHistory, keepsListsOf } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import { SubjectBySession } from '../strips/SubjectBySession.tsx';

/**
 * The session's strip of a region or node with the reason why there is no more. Empty if the history record has
 * it.
 */
export function SeenBesideRecord({
  deployment,
  subject,
  id,
  label,
}: {
  readonly deployment: Deployment;
  readonly subject: 'region' | 'node';
  readonly id: string;
  readonly label: string;
}) {
  if (keepsListsOf(deployment)) return null;
  const { slug, words } = deployment;
  return (
    <>
      <SubjectBySession slug={slug} subject={subject} id={id} words={words} label={label} />
      <p className="caption -mt-2 basis-full text-text-3">
        Seen since this page opened:{' '}
        {keepsHistory ? 'its lists are not recorded.' : 'a longer history needs the host.'}
      </p>
    </>
  );
}
