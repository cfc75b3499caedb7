/**
 * Entry point of the observer thread: polls all deployments and evaluates the responses, apart from the HTTP
 * thread (observer.ts).
 */

import type { MessagePort } from 'node:worker_threads';
import type { NoMethods, Peer } from '#client/rpc/peer.ts';
import type { TallySummary } from '../gateway/tallies.ts';
import type { RecorderMethods } from '../history/reading.ts';
import { ObserverMetrics } from '../metrics/observer-metrics.ts';
import { connect, connectToHost } from '../threads/connect.ts';
import { currentStateOf } from './current-state.ts';
import { DeploymentObserver, type Watched } from './deployment-observer.ts';
import { hostTransport } from './host-transport.ts';
import type { ObservedDeployment, ObserverHost, ObserverThread, PartsReading } from './messages.ts';
import { ObservedVerdict } from './observed-verdict.ts';
import { observerPast } from './parts/past.ts';
import { ReadingQueue, Readings } from './readings.ts';
import { openEnvironment } from './watches/observer-context.ts';

interface Observed {
  readonly observer: DeploymentObserver;
  readonly judgement: ObservedVerdict;
}

const host = connectToHost<ObserverHost, ObserverThread>({
  take,
  recordTo,
  metrics: (slugs) => metrics.text([...observed.values()], slugs, timeNow()),
  states: (slugs) => {
    const now = timeNow();
    const visible = [...observed.values()].filter(({ observer }) => slugs.has(observer.deployment.slug));
    return visible.map((each) => currentStateOf(each, now, (time) => Date.now() - (now - time)));
  },
});
/** Connection to the recorder; `null` while there is none. */
let recorder: {
  readonly port: MessagePort;
  readonly peer: Peer<RecorderMethods, NoMethods>;
  readonly queue: ReadingQueue;
} | null = null;
const readings = new Readings();
const world = openEnvironment(
  hostTransport(host),
  () => (recorder?.queue.isFull === false ? recorder : null),
  (line) => host.notify('report', line),
);
const { now: timeNow } = world;
const metrics = new ObserverMetrics();
const observed = new Map<string, Observed>();

/**
 * Maximum milliseconds that a deployment waits for its past from the history record: a damaged file takes the
 * recorder up to 3 s.
 */
const pastWait = 5_000;
/**
 * Slugs of the deployments whose past was requested. A service that replaces another under its slug begins
 * without one.
 */
const requested = new Set<string>();

async function requestPast({ observer: { deployment }, judgement }: Observed): Promise<void> {
  const { slug } = deployment;
  if (!recorder || requested.has(slug)) return;
  requested.add(slug);
  judgement.awaitPast(timeNow() + pastWait);
  // The recorder's thread may end first.
  const recorded = await recorder.peer.call('pastOf', slug).catch(() => null);
  if (!recorded) return;
  const now = timeNow();
  const past = observerPast(recorded, now, (wall) => now - (Date.now() - wall));
  // The settings of the deployment may have changed meanwhile: it then has another observer.
  for (const each of observed.values())
    if (each.observer.deployment.slug === slug) each.judgement.remember(past, now);
}

function tallySummaryOf({ feed: { answer, failure }, total }: Watched, now: number): TallySummary | null {
  if (!answer || answer.lastGood || failure || !total) return null;
  const { receivedAt, ageSeconds, lifetime } = answer;
  const cachedMilliseconds = Math.max(0, now - receivedAt);
  const { fullMilliseconds, leftMilliseconds } = lifetime;
  return {
    ...total,
    heldMilliseconds: cachedMilliseconds,
    ageSeconds,
    lifetimeMilliseconds: fullMilliseconds,
    leftMilliseconds,
  };
}

function onWallClock(reading: PartsReading | null, toWall: (time: number) => number): PartsReading | null {
  if (!reading) return null;
  const parts = reading.parts.map((part) => ({
    ...part,
    since: Math.ceil(toWall(part.since)),
    notBefore: part.notBefore === null ? null : Math.floor(toWall(part.notBefore)),
  }));
  return { ...reading, parts };
}

function open(deployment: ObservedDeployment): Observed {
  const { slug, edition } = deployment;
  const observer: DeploymentObserver = new DeploymentObserver(deployment, world, (watched, requestedAt) => {
    const { path, feed } = watched;
    const now = timeNow();
    const current = judgement.note(now);
    metrics.note(slug, path, feed, Date.now());
    const seenAt = (feed.failure ? feed.failure.at : feed.answer?.receivedAt) ?? now;
    // Converts to the wall clock: the observer's clock does not go back when the wall clock is set back.
    const toWall = (time: number) => Date.now() - (now - time);
    const at = toWall(seenAt);
    const tally = tallySummaryOf(watched, now);
    const verdict = judgement.seen(now, current);
    const { failure } = feed;
    const changes = judgement.takeChanges();
    const parts = onWallClock(judgement.takeParts(), toWall);
    if (recorder) {
      const { updatedAt = null, between = null, isRepeat = false } = watched;
      const read = {
        slug,
        path,
        feed,
        requestedAt,
        between,
        observation: watched.takeObservation(),
        isRepeat,
        updatedAt,
        changes,
        verdict: judgement.recorded(now, current),
      };
      const reading = readings.of(read, toWall);
      if (reading) recorder.queue.add(reading);
    }
    const figures = { ...(tally && { tally }), ...(parts && { parts }) };
    host.notify('poll', { slug, edition, path, at, failure, verdict, ...figures });
  });
  const judgement = new ObservedVerdict(observer);
  void requestPast({ observer, judgement });
  observer.start();
  return { observer, judgement };
}

/** Observes exactly these deployments from now on. Unchanged ones continue. */
function take(deployments: readonly ObservedDeployment[]): void {
  const next = new Map(deployments.map((deployment) => [JSON.stringify(deployment), deployment]));
  for (const [identity, { observer }] of observed) {
    if (next.has(identity)) continue;
    observer.stop();
    observed.delete(identity);
    metrics.forget(observer.deployment.slug);
  }
  for (const [identity, deployment] of next)
    if (!observed.has(identity)) observed.set(identity, open(deployment));
}

/** Sends readings to a new recorder from now on, which has received none yet. */
function recordTo(port: MessagePort): void {
  recorder?.port.close();
  const peer = connect<RecorderMethods, NoMethods>(port, {});
  const queue = new ReadingQueue((reading) => {
    // If the recorder's thread ends, another one gets a queue of its own.
    peer.call('record', reading).then(
      () => queue.finished(),
      () => undefined,
    );
  });
  recorder = { port, peer, queue };
  for (const each of observed.values()) void requestPast(each);
  readings.clear();
}
