/** Connects heartbeats with the observer and the configuration. Their code is loaded when one is configured. */

import type { HeartbeatSettings } from '../configuration/settings.ts';
import type { HeartbeatState } from '../metrics/host-metrics.ts';
import type { ObservedHosted, Observing } from '../observe/observer.ts';
import type { Sender } from './deliver.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { MessageLease } from './shared/message-lease.ts';

export interface HostHeartbeats {
  /** Calls the configured addresses from now on, while these deployments are observed. */
  take(heartbeat: readonly HeartbeatSettings[], observed: readonly ObservedHosted[]): Promise<void>;
  state(): Promise<readonly HeartbeatState[]>;
  close(): Promise<void>;
}

/** @param lease - of the host that calls, if several share a database. */
export function openHostHeartbeats(
  observing: Observing,
  report: (line: string) => void,
  lease: MessageLease | null,
): HostHeartbeats {
  let opened: Promise<{ readonly heartbeats: Heartbeats; readonly sender: Sender }> | null = null;
  const open = async () => {
    const [{ Heartbeats: HeartbeatsClass }, { openSender }] = await Promise.all([
      import('./heartbeats.ts'),
      import('./deliver.ts'),
    ]);
    const sender = openSender();
    const send = (url: string) => sender.send({ url, headers: {}, body: null });
    lease?.start();
    const isMine = () => lease === null || lease.held !== null;
    const heartbeats = new HeartbeatsClass({ send, report, now: () => performance.now(), isMine });
    observing.subscribe((poll) => heartbeats.note(poll));
    return { heartbeats, sender };
  };
  return {
    async take(configured, observed) {
      if (configured.length === 0 && !opened) return;
      opened ??= open();
      const { heartbeats } = await opened;
      heartbeats.take(
        configured.map(({ url, seconds }, index) => ({
          id: `${index} ${seconds} ${url.identity}`,
          url: () => url.reveal(),
          seconds,
        })),
        observed
          .filter(({ observe }) => observe !== 'off')
          .map(({ hosted, pollMilliseconds, limits }) => ({ slug: hosted.slug, pollMilliseconds, limits })),
      );
    },
    state: async () => (await opened)?.heartbeats.state ?? [],
    async close() {
      if (!opened) return;
      const { heartbeats, sender } = await opened;
      heartbeats.close();
      await sender.close();
    },
  };
}
