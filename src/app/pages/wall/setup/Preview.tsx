import { type CSSProperties, useMemo, useState } from 'react';
import { ContactProvider, useOutOfContact } from '#app/components/freshness/freshness-context.tsx';
import { session } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import { formatDuration, formatExact, plural } from '#domain/text/format.ts';
import { fullHd, hasRoomFor, headlineUnits, sinceUnits, unitOf } from '#domain/wall/geometry.ts';
import type { Scene, SceneName } from '#domain/wall/rotation.ts';
import { isNarrow, roomOf } from '../context.ts';
import { hasContent, useRespondingPaths } from '../responding-paths.ts';
import { SceneGuard } from '../SceneGuard.tsx';
import { NoneResponds } from '../scenes/NoContact.tsx';
import { SceneOf } from '../scenes/SceneOf.tsx';
import type { WallSettings } from '../screen/options.ts';
import { situationOf } from '../situation.ts';
import { KeepFresh, ranked, useDeploymentStates } from '../state.ts';
import { WallHead } from '../WallHead.tsx';
import { titleOfScene } from './SceneOrder.tsx';

/** Width of the preview in CSS pixels. Its aspect ratio is 16:9. */
const width = 394;

/** Preview of a wall: the real scenes in small with the current data, and the length of a round. */
export function Preview({
  deployments,
  settings,
}: {
  readonly deployments: readonly Deployment[];
  readonly settings: WallSettings;
}) {
  const unit = unitOf(fullHd, settings.room);
  const room = roomOf(fullHd, unit);
  const answered = useRespondingPaths();
  const states = useDeploymentStates(deployments);
  const names = settings.scenes.filter((name) => hasRoomFor(name, room));
  const { scenes, blind } = situationOf(states, names, (slug, name) => hasContent(answered, slug, name));
  const isBlind = useOutOfContact();
  const [step, setStep] = useState(0);
  const place = step % scenes.length;
  // Without contact, a wall stays on the scene that says so.
  const scene = blind ?? scenes[place];
  const deployment = deployments.find(({ slug }) => slug === scene?.slug) ?? deployments[0];
  if (!scene || !deployment) return null;
  const state = states.find(({ slug }) => slug === scene.slug);
  const isLost = isBlind || (scene.name === 'status' ? state?.lost === true : state?.silent === true);
  const previewUnit = (unit * width) / fullHd.width;
  return (
    <section aria-label="Preview">
      {deployments.map((each) => (
        <KeepFresh
          key={each.slug}
          deployment={each}
          whole={names.some((name) => name !== 'overview' && name !== 'status')}
        />
      ))}
      <p className="flex items-baseline gap-3 pb-2">
        <span className="font-[600]">Preview</span>
        <span aria-live="polite" className="truncate text-text-2">
          {titleOfScene(scene.name)}
          {scene.slug === null ? '' : ` of ${deployment.name}`},{' '}
          {isLost || blind ? 'without contact' : 'as it is now'}
        </span>
      </p>
      <div
        inert
        aria-hidden="true"
        className="wall-preview border border-line-strong max-md:hidden"
        style={{ width, height: (width * 9) / 16, colorScheme: settings.theme }}
      >
        <div
          className="wall"
          style={
            {
              '--u': `${previewUnit}px`,
              '--headline': headlineUnits(room.height),
              '--since': sinceUnits(room.height),
              '--side': `${room.side * previewUnit}px`,
            } as CSSProperties
          }
        >
          <WallHead
            deployments={deployments}
            deployment={scene.slug === null ? null : deployment}
            settings={settings}
            unit={previewUnit}
            hasHeadline={scene.name === 'status'}
            isBlind={false}
            isNarrow={isNarrow(room)}
          />
          <SceneGuard key={`${scene.slug} ${scene.name}`} name={scene.name}>
            <ContactProvider isLost={isLost}>
              {blind && deployments.length > 1 ? (
                <NoneResponds deployments={deployments} settings={settings} unit={previewUnit} room={room} />
              ) : (
                <SceneOf
                  scene={scene}
                  deployment={deployment}
                  deployments={scene.slug === null ? ranked(deployments, states) : deployments}
                  settings={settings}
                  unit={previewUnit}
                  turn={0}
                  room={room}
                />
              )}
            </ContactProvider>
          </SceneGuard>
        </div>
      </div>
      <p className="flex items-center gap-2 pt-2">
        <Step label="Turn before" sign="←" onStep={() => setStep(place + scenes.length - 1)} />
        <Step label="Next turn" sign="→" onStep={() => setStep(place + 1)} />
        <span className="text-text-2">
          Turn {formatExact(place + 1)} of {formatExact(scenes.length)} in a round
        </span>
      </p>
      <Round scenes={scenes} chosen={settings.scenes} fitting={names} seconds={settings.seconds} />
      {session !== undefined && (
        <p className="mt-3 text-text-2">
          The screen needs a session of its own: make a wall link with{' '}
          <span className="mono text-text">edgewatch wall-links add NAME</span>
        </p>
      )}
    </section>
  );
}

function Step({
  label,
  sign,
  onStep,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onStep: () => void;
}) {
  return (
    <button type="button" className="control min-w-6 px-1" aria-label={label} onClick={onStep}>
      {sign}
    </button>
  );
}

function Round({
  scenes,
  chosen,
  fitting,
  seconds,
}: {
  readonly scenes: readonly Scene[];
  readonly chosen: readonly SceneName[];
  /** Scenes for which the wall's screen has room. */
  readonly fitting: readonly SceneName[];
  readonly seconds: number;
}) {
  const counts = useMemo(
    () => chosen.map((name) => ({ name, steps: scenes.filter((scene) => scene.name === name).length })),
    [chosen, scenes],
  );
  const durationOf = (turns: number) => formatDuration(turns * seconds * 1000);
  return (
    <dl
      aria-label="A round"
      className="m-0 mt-4 grid grid-cols-[6rem_minmax(0,1fr)_auto] gap-y-1 border-t border-line pt-3"
    >
      {counts.map(({ name, steps: turns }) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt>{titleOfScene(name)}</dt>
          <dd className="m-0 text-text-2">{turns > 0 ? plural(turns, 'turn') : whyNone(name, fitting)}</dd>
          <dd className="m-0 text-right">{durationOf(turns)}</dd>
        </div>
      ))}
      <div className="col-span-full grid grid-cols-subgrid border-t border-line pt-1 font-[600]">
        <dt className="col-span-2">Whole round, while nothing is wrong</dt>
        <dd className="m-0 text-right">{durationOf(scenes.length)}</dd>
      </div>
    </dl>
  );
}

function whyNone(name: SceneName, fitting: readonly SceneName[]): string {
  if (!fitting.includes(name)) return 'no room for it';
  return name === 'overview' ? 'for several deployments' : 'nothing to show so far';
}
