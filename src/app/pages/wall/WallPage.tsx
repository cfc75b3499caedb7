import '#app/frame/conditions.css';
import './wall.css';
import { type CSSProperties, Fragment, useEffect, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ContactProvider } from '#app/components/freshness/freshness-context.tsx';
import { titlePage } from '#app/components/page/title.ts';
import { findDeployment, useDeployments, wallConfig } from '#app/delivered/config.ts';
import { canReload, reloadFor } from '#app/delivered/new-build.ts';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { now } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { hasRoomFor, headlineUnits, sinceUnits, unitOf } from '#domain/wall/geometry.ts';
import { isSceneName, type Scene, visitsBefore } from '#domain/wall/rotation.ts';
import { isLow, isNarrow, roomOf, type SceneProps } from './context.ts';
import { hasContent, useRespondingPaths } from './responding-paths.ts';
import { SceneGuard } from './SceneGuard.tsx';
import { BlindScene } from './scenes/BlindScene.tsx';
import { WatchContradictions } from './scenes/Contradicted.tsx';
import { NoneResponds } from './scenes/NoContact.tsx';
import { SceneOf } from './scenes/SceneOf.tsx';
import { SessionEnded } from './scenes/SessionEnded.tsx';
import { useNewBuild } from './screen/new-build.ts';
import { readWallSettings, type WallSettings } from './screen/options.ts';
import { useIsHostLost, useWatchedHost } from './screen/own-host.ts';
import {
  useDimmed,
  useDrift,
  useReloadDay,
  useScreen,
  useTheme,
  useWakeLock,
  useWallDocument,
} from './screen/screen.ts';
import { useRotation } from './screen/use-rotation.ts';
import { situationOf } from './situation.ts';
import { KeepFresh, ranked, useDeploymentStates, useSessionEnd } from './state.ts';
import { TestCard } from './TestCard.tsx';
import { WallFoot } from './WallFoot.tsx';
import { WallHead } from './WallHead.tsx';

/** Wall page, which runs unattended for weeks: `/wall` for all deployments, `/:deployment/wall` for one. */
export default function WallPage() {
  const { deployment: slug } = useParams();
  const [search] = useSearchParams();
  const settings = useMemo(() => readWallSettings(search, wallConfig), [search]);
  const known = useDeployments();
  const shown = useMemo(() => shownDeployments(known, slug, settings), [known, slug, settings]);
  useWallDocument();
  useTheme(settings.theme);
  useWakeLock();
  useEffect(() => {
    titlePage(slug === undefined ? 'Wall' : (findDeployment(slug)?.name ?? slug));
  }, [slug]);
  if (shown.length === 0) return <Nothing slug={slug ?? settings.deployments.join(', ')} />;
  return <Wall key={shown.map((each) => each.slug).join(' ')} deployments={shown} settings={settings} />;
}

function shownDeployments(
  known: readonly Deployment[],
  slug: string | undefined,
  settings: WallSettings,
): readonly Deployment[] {
  if (slug !== undefined) return known.filter((each) => each.slug === slug);
  if (settings.deployments.length === 0) return known;
  return known.filter((each) => settings.deployments.includes(each.slug));
}

function Nothing({ slug }: { readonly slug: string }) {
  const known = useDeployments();
  return (
    <main
      id="main"
      data-scene="none"
      className="wall"
      style={{ '--u': 'min(100vh / 1080, 100vw / 1920)' } as CSSProperties}
    >
      <div />
      <div className="wall-scene">
        <h1 className="wall-name">
          {slug === '' ? 'There is no deployment to show' : `There is no deployment “${slug.slice(0, 80)}”`}
        </h1>
        <p className="wall-component text-text-2">
          {known.length > 0
            ? `This host knows ${known.map((each) => each.slug).join(', ')}.`
            : 'This host shows no deployments to this screen.'}
        </p>
      </div>
      <div />
    </main>
  );
}

function Wall({
  deployments,
  settings,
}: {
  readonly deployments: readonly Deployment[];
  readonly settings: WallSettings;
}) {
  const screen = useScreen();
  const unit = unitOf(screen, settings.room);
  const room = roomOf(screen, unit);
  const names = settings.scenes.filter((name) => hasRoomFor(name, room)).join();
  const states = useDeploymentStates(deployments);
  const standingText = JSON.stringify(states);
  const answered = useRespondingPaths();
  const situation = useMemo(
    () =>
      situationOf(states, names.split(',').filter(isSceneName), (slug, name) =>
        hasContent(answered, slug, name),
      ),
    // Equal standings are new objects at each reading.
    // oxlint-disable-next-line react/exhaustive-deps
    [standingText, names, answered],
  );
  const stableStandings = useMemo(
    () => states,
    // oxlint-disable-next-line react/exhaustive-deps
    [standingText],
  );
  useWatchedHost(deployments);
  const isHostLost = useIsHostLost();
  const ended = useSessionEnd(deployments);
  useReloadAtProxy(ended?.isAtProxy === true);
  const isBlind = isHostLost || ended !== null;
  // Without contact the rotation stops.
  const shown = useMemo(
    () => (isBlind ? { ...situation, blind: situation.blind ?? situation.scenes[0] ?? null } : situation),
    [situation, isBlind],
  );
  const step = useRotation(shown, stableStandings, settings.seconds);
  const [x, y] = useDrift();
  const isDimmed = useDimmed(settings);
  useOwnReload(settings, situation.problems.length === 0, step.count);
  const scene = shown.blind ?? step.scene;
  const deployment = deployments.find((each) => each.slug === scene?.slug) ?? deployments[0];
  if (!scene || !deployment) return null;
  const style = {
    '--u': `${unit}px`,
    '--headline': headlineUnits(room.height),
    '--since': sinceUnits(room.height),
    '--side': `${room.side * unit}px`,
    transform: `translate(${x * unit}px, ${y * unit}px)`,
  } as CSSProperties;
  const state = scene.name === 'overview' ? undefined : standingOf(states, scene);
  // A deployment may be lost for its status scene while its lists still respond.
  const isLost = scene.name === 'status' ? state?.lost === true : state?.silent === true;
  const contact = isBlind ? 'blind' : situation.blind || isLost ? 'lost' : 'some';
  return (
    <main
      id="main"
      data-scene={settings.card ? 'card' : isBlind ? 'blind' : scene.name}
      data-contact={contact === 'some' ? 'some' : 'none'}
      data-dimmed={isDimmed ? '' : undefined}
      data-room={roomInWords(room)}
      className="wall"
      style={style}
    >
      {deployments.map((each) => (
        <Fragment key={each.slug}>
          <KeepFresh
            deployment={each}
            whole={settings.scenes.some((name) => name !== 'overview' && name !== 'status')}
          />
          {settings.scenes.includes('status') && <WatchContradictions deployment={each} />}
        </Fragment>
      ))}
      {names.includes('map') && <MapAhead />}
      <WallHead
        deployments={deployments}
        deployment={scene.slug === null ? null : deployment}
        settings={settings}
        unit={unit}
        hasHeadline={scene.name === 'status' || settings.card}
        isBlind={isBlind}
        isNarrow={isNarrow(room)}
      />
      {settings.card ? (
        <TestCard settings={settings} screen={screen} unit={unit} />
      ) : (
        <SceneGuard key={step.count} name={scene.name}>
          {isHostLost ? (
            <BlindScene deployments={deployments} settings={settings} unit={unit} room={room} />
          ) : ended !== null ? (
            <SessionEnded deployments={deployments} end={ended} settings={settings} unit={unit} room={room} />
          ) : situation.blind && deployments.length > 1 ? (
            <NoneResponds deployments={deployments} settings={settings} unit={unit} room={room} />
          ) : (
            <ContactProvider isLost={isLost}>
              <SceneOf
                scene={scene}
                deployment={deployment}
                deployments={scene.slug === null ? ranked(deployments, states) : deployments}
                settings={settings}
                unit={unit}
                turn={visitsBefore(step)}
                room={room}
              />
            </ContactProvider>
          )}
        </SceneGuard>
      )}
      <WallFoot
        deployments={deployments}
        settings={settings}
        scene={scene}
        scenes={situation.scenes.filter((each) => each.slug === null || each.slug === deployment.slug)}
        isStill={shown.blind !== null}
        contact={contact}
        sessionEnd={ended}
        began={step.count}
        isNarrow={isNarrow(room)}
      />
    </main>
  );
}

function roomInWords(room: SceneProps['room']): string {
  return `${isLow(room) ? 'low' : ''} ${isNarrow(room) ? 'narrow' : ''}`;
}

function MapAhead() {
  useGazetteer();
  return null;
}

function standingOf(states: ReturnType<typeof useDeploymentStates>, scene: Scene) {
  return states.find(({ slug }) => slug === scene.slug);
}

/** Milliseconds per period in which the page reloads at most once for a log-in at a proxy. */
const logInPause = 3_600_000;

/**
 * Reloads the page when the log-in at a proxy has ended, at most once per hour. A proxy may log a screen in
 * when a page loads.
 */
function useReloadAtProxy(hasEnded: boolean): void {
  useEffect(() => {
    if (hasEnded) reloadFor(`log-in at the proxy ${Math.floor(now() / logInPause)}`);
  }, [hasEnded]);
}

/**
 * Reloads the page for a new build or at the configured minute. The reload waits for the start of a step
 * without problems.
 */
function useOwnReload(settings: WallSettings, isCalm: boolean, step: number): void {
  const build = useNewBuild();
  const day = useReloadDay(settings);
  useEffect(() => {
    const reason = build ?? day;
    if (!isCalm || reason === null) return undefined;
    let isOver = false;
    void canReload().then((can) => can && !isOver && reloadFor(reason));
    return () => {
      isOver = true;
    };
  }, [isCalm, build, day, step]);
}
