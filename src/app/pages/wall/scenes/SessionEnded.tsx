import { Confirmed, ContactProvider } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import type { Deployment } from '#contract/host.ts';
import { logInEnded } from '#domain/failures/cause.ts';
import { formatClock } from '#domain/text/format.ts';
import type { SceneProps } from '../context.ts';
import { glyphUnits, leastOfHeadline } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { type SessionEnd, useResponding } from '../state.ts';
import { Known } from './BlindScene.tsx';
import { For } from './NoContact.tsx';

/**
 * Scene after the log-in at the host or at a proxy has ended. The last states stay, without colour. There is
 * no form, because nobody sits at a wall.
 */
export function SessionEnded({
  deployments,
  end: { since, isAtProxy },
  ...props
}: Pick<SceneProps, 'settings' | 'unit' | 'room'> & {
  readonly deployments: readonly Deployment[];
  readonly end: SessionEnd;
}) {
  const { settings, unit, room } = props;
  const { last } = useResponding(deployments);
  return (
    <ContactProvider isLost>
      <Confirmed feeds={[]} className="wall-scene wall-lost">
        <div role="status" aria-label="Overall status" className="min-w-0">
          <div className="wall-verdict">
            <StatusGlyph severity="unvouched" size={Math.round(unit * glyphUnits(room) * 0.6)} />
            <Fit as="h1" className="wall-session" least={leastOfHeadline(room)}>
              {isAtProxy ? (
                `${logInEnded}.`
              ) : (
                <>
                  Session ended at {formatClock(since, settings.zone)}, <For since={since} /> ago.
                </>
              )}
            </Fit>
          </div>
        </div>
        <Known {...props} deployments={deployments} since={last > 0 ? last : null} />
      </Confirmed>
    </ContactProvider>
  );
}
