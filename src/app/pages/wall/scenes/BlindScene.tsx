import { Confirmed, ContactProvider } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { formatClock } from '#domain/text/format.ts';
import { leastOfHeadline, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { useOwnHost } from '../screen/own-host.ts';
import { useResponding } from '../state.ts';
import { useKnownComponents, useKnownDeployments, useKnownRegions } from './known-parts.ts';
import { LastKnown } from './LastKnown.tsx';
import { For } from './NoContact.tsx';

type BlindProps = Pick<SceneProps, 'settings' | 'unit' | 'room'>;

/**
 * Scene without contact to this screen's own host. It looks different from the scene of a lost deployment,
 * and states nothing about any service.
 */
export function BlindScene({
  deployments,
  ...props
}: BlindProps & { readonly deployments: readonly Deployment[] }) {
  const { answeredAt, summary } = useOwnHost();
  const { last } = useResponding(deployments);
  const at = Math.max(answeredAt ?? 0, last);
  const since = at > 0 ? at : null;
  return (
    <ContactProvider isLost>
      <Confirmed feeds={[]} className="wall-scene wall-lost">
        <Slab {...props} since={since} />
        <p className="wall-cause line-clamp-2">
          <b>Its own host</b>, {globalThis.location.host}, does not answer: {summary}.{' '}
          {navigator.onLine ? '' : 'This device reports that it has no network. '}How the services are is not
          known.
        </p>
        <Known {...props} deployments={deployments} since={since} />
      </Confirmed>
    </ContactProvider>
  );
}

export function Known({
  deployments,
  since,
  ...props
}: BlindProps & { readonly deployments: readonly Deployment[]; readonly since: number | null }) {
  const [only, ...others] = deployments;
  if (since === null) return null;
  if (only && others.length === 0) return <KnownOfOne {...props} deployment={only} since={since} />;
  return <KnownOfAll {...props} deployments={deployments} since={since} />;
}

/**
 * Returns the size of the crossed-out screen symbol in wall units (scaled pixels); 0 if there is room for one
 * line only.
 */
function screenUnits({ width, height }: SceneProps['room']): number {
  if (height < 600) return 0;
  return width < 1200 ? 96 : 148;
}

function Slab({ settings, unit, room, since }: BlindProps & { readonly since: number | null }) {
  const size = unit * screenUnits(room);
  return (
    <div role="status" aria-label="Overall status" className="wall-slab">
      <StatusGlyph severity="unvouched" className="sr-only" />
      <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" className="shrink-0">
        <path d="M1 3h14v8.6H1zM5.4 13.8h5.2" fill="none" stroke="var(--bg-wall)" strokeWidth={1.5} />
        <path d="M15 .6 1 15.4" fill="none" stroke="var(--text)" strokeWidth={4} />
        <path d="M15 .6 1 15.4" fill="none" stroke="var(--bg-wall)" strokeWidth={1.6} />
      </svg>
      <div className="min-w-0">
        <Fit as="h1" className="wall-slab-headline" least={leastOfHeadline(room)}>
          This screen is blind
        </Fit>
        <Fit as="p" className="wall-slab-since" least={0.66}>
          {since === null ? (
            'no contact since this page opened'
          ) : (
            <>
              for <For since={since} />, since {formatClock(since, settings.zone)}
            </>
          )}
        </Fit>
      </div>
    </div>
  );
}

function KnownOfAll({
  deployments,
  since,
  ...props
}: BlindProps & { readonly deployments: readonly Deployment[]; readonly since: number }) {
  return <LastKnown {...props} kinds={[useKnownDeployments(deployments, since)]} since={since} />;
}

/** Last known states on a wall of one deployment: the deployment, its components and its regions. */
function KnownOfOne({
  deployment,
  since,
  ...props
}: BlindProps & { readonly deployment: Deployment; readonly since: number }) {
  const feed: Feed<StatusDocument> = useStatus(deployment).feed;
  const { components } = useVerdict(deployment);
  const kinds = [
    useKnownDeployments([deployment], since),
    useKnownComponents(deployment, feed, components),
    useKnownRegions(deployment),
  ];
  return <LastKnown {...props} kinds={kinds} since={since} />;
}
