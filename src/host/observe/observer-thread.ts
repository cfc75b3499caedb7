/** The thread that reads all deployments and works on what they say, off the one that answers (observer.ts). */

import { parentPort } from 'node:worker_threads';
import { openTurns } from './circumstances.ts';
import { DeploymentObserver, type Watched } from './deployment-observer.ts';
import { openHostTransport } from './host-transport.ts';
import { Judgement } from './judgement.ts';
import type { FromObserver, ObservedDeployment, ToldTally, ToObserver } from './messages.ts';
import { type Observed, ObserverMetrics } from './metrics.ts';

function send(message: FromObserver): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows alone
  parentPort?.postMessage(message);
}

const host = openHostTransport(send);
const world = { transport: host.transport, now: Date.now, random: Math.random, turns: openTurns() };
const metrics = new ObserverMetrics();
const observed = new Map<string, Observed>();

/** What a look says that the host has use for. */
function toldOf({ feed: { answer, failure }, tally }: Watched): ToldTally | null {
  if (!answer || failure || !tally) return null;
  const { receivedAt, ageSeconds, lifetime } = answer;
  return { tally, receivedAt, ageSeconds, lifetimeMilliseconds: lifetime.milliseconds };
}

function open(deployment: ObservedDeployment): Observed {
  const { slug } = deployment;
  const observer: DeploymentObserver = new DeploymentObserver(deployment, world, (watched) => {
    const { path, feed } = watched;
    const now = Date.now();
    judgement.note(now);
    metrics.note(slug, path, feed, now);
    const at = (feed.failure ? feed.failure.at : feed.answer?.receivedAt) ?? now;
    const told = toldOf(watched);
    const verdict = judgement.seen(now);
    send({ kind: 'look', look: { slug, path, at, failure: feed.failure, verdict, ...(told && { told }) } });
  });
  const judgement = new Judgement(observer);
  observer.start();
  return { observer, judgement };
}

/** Observes these from now on. What is the same goes on. */
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

function tell(id: number, value: unknown): void {
  send({ kind: 'told', id, value });
}

parentPort?.on('message', (message: ToObserver) => {
  switch (message.kind) {
    case 'take':
      return take(message.deployments);
    case 'answered':
    case 'unanswered':
      return host.take(message);
    case 'metrics':
      void metrics.text([...observed.values()], Date.now()).then((text) => tell(message.id, text));
      return;
    case 'verdicts': {
      const now = Date.now();
      const verdicts = [...observed.values()].map(
        ({ observer, judgement }) => [observer.deployment.slug, judgement.seen(now)] as const,
      );
      tell(message.id, verdicts);
    }
  }
});
