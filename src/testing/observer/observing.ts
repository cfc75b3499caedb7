/** Test helper: an observer of a scripted service under fake timers, with an optional history record. */

// The client loads these modules on demand. An import takes real time, which no fake clock advances.
import '#client/http-error.ts';
import '#contract/json/flaw.ts';
import { onTestFinished, vi } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import { DeploymentObserver } from '#host/observe/deployment-observer.ts';
import type { ObservedDeployment } from '#host/observe/messages.ts';
import { ObservedVerdict } from '#host/observe/observed-verdict.ts';
import { Readings } from '#host/observe/readings.ts';
import { type ObserverEnvironment, openEnvironment } from '#host/observe/watches/observer-context.ts';
import type { RecordInMemory } from '../history/recorded.ts';
import { observedDeployment } from './observed.ts';

export function useObserverClock(now: string): void {
  vi.useFakeTimers({
    now: Date.parse(now),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
  });
}

/**
 * Advances the fake clock second by second. Yields to the event loop in between, because bodies are read
 * asynchronously.
 */
export async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000));
    for (let requestSlots = 0; requestSlots < 8; requestSlots += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
}

export type Answering = (path: string, search: string) => Response | Promise<Response>;

/**
 * Transport for an observer of which a test uses only the processing slots. No request is sent through it.
 */
export const nowhere: Transport = () => Promise.reject(new Error('nobody asks'));

interface Observing {
  readonly turns?: ObserverEnvironment['requestSlots'];
  readonly sliceRows?: ObserverEnvironment['sliceRows'];
  readonly report?: ObserverEnvironment['report'];
  readonly record?: RecordInMemory;
}

export function observe(
  answering: Answering,
  what: Partial<ObservedDeployment> = {},
  { record, turns, sliceRows, report }: Observing = {},
) {
  const asked: { readonly path: string; readonly search: string; readonly at: number }[] = [];
  const transport: Transport = async (url) => {
    const { pathname, search } = new URL(url, 'http://host/');
    const path = pathname.slice('/edge'.length);
    asked.push({ path, search, at: Date.now() });
    return { response: await answering(path, search) };
  };
  const deployment = observedDeployment(what);
  const looks: string[] = [];
  const readings = new Readings();
  const opened = openEnvironment(transport, () => record ?? null, report);
  const shared = { turns: turns ?? opened.requestSlots, sliceRows: sliceRows ?? opened.sliceRows };
  const world = { ...opened, random: () => 0, ...shared };
  const observer: DeploymentObserver = new DeploymentObserver(deployment, world, (watched, askedAt) => {
    const { path, feed, between = null, updatedAt = null, isRepeat = false } = watched;
    looks.push(path);
    const current = judgement.note(Date.now());
    const { slug } = deployment;
    const said = watched.takeObservation();
    const changes = judgement.takeChanges();
    const reading = readings.of(
      {
        slug,
        path,
        feed,
        requestedAt: askedAt,
        between,
        observation: said,
        isRepeat,
        updatedAt,
        changes,
        verdict: judgement.recorded(Date.now(), current),
      },
      (time) => time,
    );
    if (reading) record?.read(reading);
  });
  const judgement = new ObservedVerdict(observer);
  onTestFinished(() => observer.stop());
  observer.start();
  const counts = () =>
    Object.fromEntries(
      [...new Set(asked.map(({ path }) => path))]
        .toSorted()
        .map((path) => [path, asked.filter((each) => each.path === path).length]),
    );
  const { now } = world;
  return { observer, judgement, now, asked, looks, counts, forget: () => asked.splice(0) };
}

export const statusDocument = (
  status: string,
  components: readonly (readonly [string, string])[] = [['API', 'operational']],
) => ({
  status,
  version: 'v2',
  region: 'fra1',
  components: components.map(([name, state]) => ({ name, status: state })),
  updated_at: new Date().toISOString(),
});

/** A list envelope. It states that the list is complete, unless `pagination` differs. */
export const envelope = (data: readonly object[], pagination: object = {}) => ({
  object: 'list',
  data,
  pagination: { limit: 100, count: data.length, has_more: false, ...pagination },
});
