import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { ContactProvider, Vouched } from '#app/components/vouching/vouching.tsx';
import type { Deployment } from '#contract/host.ts';
import { formatClock } from '#domain/text/format.ts';
import type { SceneProps } from '../context.ts';
import { glyphUnits, leastOfHeadline } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { useAnswering } from '../state.ts';
import { Known } from './BlindScene.tsx';
import { For } from './NoContact.tsx';

/**
 * The host no longer knows this screen: what it last showed stays without a colour. Nobody sits before it, so there is no
 * form.
 *
 * @param since - epoch milliseconds.
 */
export function SessionEnded({
  deployments,
  since,
  ...props
}: Pick<SceneProps, 'settings' | 'unit' | 'room'> & {
  readonly deployments: readonly Deployment[];
  readonly since: number;
}) {
  const { settings, unit, room } = props;
  const { last } = useAnswering(deployments);
  return (
    <ContactProvider isLost>
      <Vouched feeds={[]} className="wall-scene wall-lost">
        <div role="status" aria-label="Overall status" className="min-w-0">
          <div className="wall-verdict">
            <StatusGlyph severity="unvouched" size={Math.round(unit * glyphUnits(room) * 0.6)} />
            <Fit as="h1" className="wall-session" least={leastOfHeadline(room)}>
              Session ended at {formatClock(since, settings.zone)}, <For since={since} /> ago.
            </Fit>
          </div>
        </div>
        <Known {...props} deployments={deployments} since={last > 0 ? last : null} />
      </Vouched>
    </ContactProvider>
  );
}
